import { Page } from "../../components/page.tsx";
import { useMessages } from "../../messages/index.ts";
export function FirstStepsPage() {
  const t = useMessages("keys");
  return <Page title={t.title}>{null}</Page>;
}
