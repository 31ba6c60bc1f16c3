import { SearchInput, type SearchInputProps } from "./search-input.tsx";

/** The search of a page's list, among the buttons of its head. */
export function PageSearch(props: SearchInputProps) {
  return (
    <div className="w-full sm:w-56">
      <SearchInput {...props} />
    </div>
  );
}
