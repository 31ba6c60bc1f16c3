/** Runs before the first paint, so that neither the theme nor the language flickers. The app keeps them up to date. */

const theme = localStorage.getItem("parley.theme");
const dark =
  theme === "dark" || (theme !== "light" && matchMedia("(prefers-color-scheme: dark)").matches);
document.documentElement.dataset["theme"] = dark ? "dark" : "light";
