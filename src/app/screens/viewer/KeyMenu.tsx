import { useRef } from "react"
import { Button as Key } from "react-aria-components/Button"
import { useTranslation } from "react-i18next"
import { Icon } from "../../ui/Icon.tsx"
import { CommandIcon, KeyboardIcon, RecordIcon, ReleaseIcon, TypeClipboardIcon } from "../../ui/icons.ts"
import { useTouch } from "../../ui/useMedia.ts"
import { functionKeys, type StrokeName, strokes, withCtrlAlt } from "../../viewer/keysyms.ts"
import type { Macro } from "../../viewer/macros.ts"
import { BarMenu } from "./BarPopover.tsx"
import { Caps } from "./Caps.tsx"
import { MacroRow } from "./MacroRow.tsx"

const names = ["ctrlAltDel", "windows", "switchWindow", "print"] as const satisfies readonly StrokeName[]

export interface KeyMenuProps {
  readonly isDisabled: boolean
  readonly macros: readonly Macro[]
  readonly onKeys: (keysyms: readonly number[]) => void
  readonly onMacro: (macro: Macro) => void
  readonly onRecord: () => void
  readonly onRename: (from: string, to: string) => void
  readonly onRemove: (name: string) => void
  readonly onType: () => void
  readonly onTextField: () => void
  readonly onLetGo: () => void
}

/** Keys that the browser or the system intercepts, macros, and text that a keyboard does not write (SCREEN-5). */
export const KeyMenu = ({ isDisabled, macros, ...on }: KeyMenuProps) => {
  const { t } = useTranslation()
  // On a touch screen the keyboard is the sign of another button.
  const isTouch = useTouch()
  const list = useRef<HTMLUListElement>(null)
  /** Focuses the next row. If the first button of the menu got the focus, the next Enter would send its keys. */
  const focusRow = (index: number) => {
    const next = list.current?.children[index]?.querySelector(".icon") ?? list.current?.nextElementSibling
    if (next instanceof HTMLElement) next.focus()
  }
  return (
    <BarMenu
      icon={isTouch ? CommandIcon : KeyboardIcon}
      label={t("devices.viewer.keys.title")}
      text={t("devices.viewer.keys.title")}
      className="kmenu"
      isDisabled={isDisabled}
    >
      {(after) => (
        <>
          {names.map((name) => (
            <Key key={name} className="mi" onPress={after(() => on.onKeys(strokes[name].keysyms))}>
              <span>{t(`devices.viewer.keys.${name}`)}</span>
              <Caps of={strokes[name].caps} />
            </Key>
          ))}
          <hr />
          <h3>{t("devices.viewer.keys.ctrlAlt")}</h3>
          <div className="fgrid">
            {functionKeys.map(({ name, keysym }) => (
              <Key
                key={name}
                aria-label={`Ctrl+Alt+${name}`}
                data-text={name}
                onPress={after(() => on.onKeys(withCtrlAlt(keysym)))}
              />
            ))}
          </div>
          <hr />
          <h3>{t("devices.viewer.macro.title")}</h3>
          <ul ref={list}>
            {macros.map((macro, index) => (
              <MacroRow
                key={macro.name}
                macro={macro}
                isTaken={(wanted) => macros.some(({ name }) => name === wanted)}
                onRename={(name) => on.onRename(macro.name, name)}
                onPlay={after(() => on.onMacro(macro))}
                onRemove={() => on.onRemove(macro.name)}
                onAnswered={() => focusRow(index)}
              />
            ))}
          </ul>
          <Key className="mi" onPress={after(on.onRecord)}>
            <Icon of={RecordIcon} small />
            {t("devices.viewer.macro.record")}
          </Key>
          <hr />
          <Key className="mi" onPress={after(on.onType)}>
            <Icon of={TypeClipboardIcon} small />
            {t("devices.viewer.keys.typeClipboard")}
          </Key>
          <Key className="mi" onPress={after(on.onTextField)}>
            <Icon of={KeyboardIcon} small />
            {t("devices.viewer.keys.textField")}
          </Key>
          <Key className="mi" onPress={after(on.onLetGo)}>
            <Icon of={ReleaseIcon} small />
            {t("devices.viewer.keys.letGo")}
          </Key>
        </>
      )}
    </BarMenu>
  )
}
