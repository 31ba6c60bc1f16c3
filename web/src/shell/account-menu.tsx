import { useNavigate, useRouteContext } from "@tanstack/react-router";
import { signOut } from "../api/session.ts";
import { Button, IconButton } from "../components/button.tsx";
import { Menu, MenuChoices, MenuItem, MenuSeparator } from "../components/menu.tsx";
import { useMessages } from "../messages/index.ts";
import { LANGUAGES, setLanguage, setTheme, THEMES, usePreferences } from "../preferences.ts";
import { Allowed } from "./allowed.tsx";

const THEME_ICONS = { system: "monitor", light: "sun", dark: "moon" } as const;

export function AccountMenu() {
  const t = useMessages("shell");
  const navigate = useNavigate();
  const { session } = useRouteContext({ from: "/shell" });
  const { name, role } = session.user;
  return (
    <Menu
      trigger={
        <Button kind="quiet" icon="circle-user" aria-label={`${t.account}: ${name}`}>
          <span className="hidden max-w-40 truncate sm:inline">{name}</span>
        </Button>
      }
    >
      <p className="max-w-60 truncate px-2 pt-1.5 text-xs text-faint">{t.signedInAs(name)}</p>
      <p className="px-2 pb-1.5 text-xs text-faint">{t.roles[role]}</p>
      <MenuItem icon="settings" onSelect={() => void navigate({ to: "/settings" })}>
        {t.settings}
      </MenuItem>
      <Allowed to="admin">
        <MenuItem icon="sparkles" onSelect={() => void navigate({ to: "/first-steps" })}>
          {t.guide}
        </MenuItem>
      </Allowed>
      <MenuSeparator />
      <MenuItem
        icon="log-out"
        onSelect={() => void signOut().then(() => navigate({ to: "/sign-in", search: {} }))}
      >
        {t.signOut}
      </MenuItem>
    </Menu>
  );
}

export function PreferencesMenu() {
  const t = useMessages("shell");
  const { theme, language } = usePreferences();
  return (
    <>
      <Menu trigger={<IconButton icon={THEME_ICONS[theme]} label={t.theme} />}>
        <MenuChoices
          label={t.theme}
          value={theme}
          onChange={setTheme}
          choices={THEMES.map((value) => ({
            value,
            label: t.themes[value],
            icon: THEME_ICONS[value],
          }))}
        />
      </Menu>
      <Menu trigger={<IconButton icon="languages" label={t.language} />}>
        <MenuChoices
          label={t.language}
          value={language}
          onChange={setLanguage}
          choices={LANGUAGES.map((value) => ({ value, label: t.languages[value] }))}
        />
      </Menu>
    </>
  );
}
