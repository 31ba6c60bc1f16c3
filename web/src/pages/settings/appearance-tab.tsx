/** Language and theme, kept in this browser. */

import { Card } from "../../components/card.tsx";
import { Select } from "../../components/select.tsx";
import { useMessages } from "../../messages/index.ts";
import { LANGUAGES, setLanguage, setTheme, THEMES, usePreferences } from "../../preferences.ts";

export function AppearanceTab() {
  const t = useMessages("settings").appearance;
  const shell = useMessages("shell");
  const { theme, language } = usePreferences();
  return (
    <div className="grid items-start gap-4 lg:grid-cols-2">
      <Card title={shell.language} description={t.languageHint}>
        <Select
          label={shell.language}
          value={language}
          onChange={setLanguage}
          choices={LANGUAGES.map((value) => ({ value, label: shell.languages[value] }))}
        />
      </Card>
      <Card title={shell.theme} description={t.themeHint}>
        <Select
          label={shell.theme}
          value={theme}
          onChange={setTheme}
          choices={THEMES.map((value) => ({ value, label: shell.themes[value] }))}
        />
      </Card>
    </div>
  );
}
