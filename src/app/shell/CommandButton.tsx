import { Button } from "react-aria-components/Button"
import { useTranslation } from "react-i18next"
import { showCentre } from "../commands/centre.ts"
import { paletteAria } from "../commands/keys.ts"
import { usePaletteCaps } from "../commands/useKeys.ts"
import { Icon } from "../ui/Icon.tsx"
import { SearchIcon } from "../ui/icons.ts"

const open = () => showCentre("palette")

/** Opens the palette, and says by which keys: at the head of the sidebar. */
export const CommandLine = () => {
  const { t } = useTranslation()
  const caps = usePaletteCaps()
  return (
    <Button
      className="command-line"
      onPress={open}
      render={(given) => <button {...given} title={t("layout.palette.title")} aria-keyshortcuts={paletteAria()} />}
    >
      <Icon of={SearchIcon} small />
      <span className="lab">{t("layout.palette.open")}</span>
      <span className="keys" aria-hidden="true">
        {caps.map((cap) => (
          <kbd key={cap} className="kbd">
            {cap}
          </kbd>
        ))}
      </span>
    </Button>
  )
}

/** The same in the top bar of phones. */
export const CommandSign = () => {
  const { t } = useTranslation()
  return (
    <Button className="out" onPress={open} render={(given) => <button {...given} aria-keyshortcuts={paletteAria()} />}>
      <Icon of={SearchIcon} />
      <span className="vh">{t("layout.palette.open")}</span>
    </Button>
  )
}
