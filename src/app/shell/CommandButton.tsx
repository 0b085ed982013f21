import { Button } from "react-aria-components/Button"
import { useTranslation } from "react-i18next"
import { useShowCommands } from "../client/commandView.ts"
import { paletteAria } from "../commands/keys.ts"
import { usePaletteCaps } from "../commands/useKeys.ts"
import { Icon } from "../ui/Icon.tsx"
import { CommandIcon, SearchIcon } from "../ui/icons.ts"

/** Opens the palette, and shows its keys. At the top of the sidebar. */
export const CommandLine = () => {
  const { t } = useTranslation()
  const show = useShowCommands()
  const caps = usePaletteCaps()
  return (
    <Button
      className="command-line"
      onPress={() => show("palette")}
      render={(given) => <button {...given} title={t("layout.palette.title")} aria-keyshortcuts={paletteAria()} />}
    >
      <Icon of={CommandIcon} small />
      <span className="lab">{t("layout.palette.open")}</span>
      <span className="keys together" aria-hidden="true">
        {caps.map((cap) => (
          <kbd key={cap} className="kbd">
            {cap}
          </kbd>
        ))}
      </span>
    </Button>
  )
}

/** Opens the palette, in the top bar of phones. */
export const CommandSign = () => {
  const { t } = useTranslation()
  const show = useShowCommands()
  return (
    <Button
      className="out"
      onPress={() => show("palette")}
      render={(given) => <button {...given} aria-keyshortcuts={paletteAria()} />}
    >
      <Icon of={SearchIcon} />
      <span className="vh">{t("layout.palette.open")}</span>
    </Button>
  )
}
