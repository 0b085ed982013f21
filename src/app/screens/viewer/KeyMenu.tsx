import { Button as Key } from "react-aria-components/Button"
import { useTranslation } from "react-i18next"
import { Icon } from "../../ui/Icon.tsx"
import { IconButton } from "../../ui/IconButton.tsx"
import { CommandIcon, KeyboardIcon, RecordIcon, ReleaseIcon, RemoveIcon, TypeClipboardIcon } from "../../ui/icons.ts"
import { Name } from "../../ui/Name.tsx"
import { useTouch } from "../../ui/useMedia.ts"
import { functionKeys, type StrokeName, strokes, withCtrlAlt } from "../../viewer/keysyms.ts"
import { captionsOf, type Macro } from "../../viewer/macros.ts"
import { BarMenu } from "./BarPopover.tsx"
import { Caps } from "./Caps.tsx"

const names = ["ctrlAltDel", "windows", "switchWindow", "print"] as const satisfies readonly StrokeName[]

export interface KeyMenuProps {
  readonly isDisabled: boolean
  readonly macros: readonly Macro[]
  readonly onKeys: (keysyms: readonly number[]) => void
  readonly onMacro: (macro: Macro) => void
  readonly onRecord: () => void
  readonly onRemove: (name: string) => void
  readonly onType: () => void
  readonly onTextField: () => void
  readonly onLetGo: () => void
}

const MacroRow = ({
  macro,
  onPlay,
  onRemove,
}: {
  readonly macro: Macro
  readonly onPlay: () => void
  readonly onRemove: () => void
}) => {
  const { t } = useTranslation()
  const captions = captionsOf(macro)
  return (
    <li className="mrow">
      <Key className="mi" onPress={onPlay}>
        <Name of={macro.name} />
        {captions === null ? (
          <span className="end">{t("devices.viewer.macro.keys", { keys: macro.strokes.length })}</span>
        ) : (
          <Caps of={captions} />
        )}
      </Key>
      <IconButton
        small
        icon={RemoveIcon}
        label={t("devices.viewer.macro.remove", { name: macro.name })}
        onPress={onRemove}
      />
    </li>
  )
}

/** Keys that the browser or the system takes for itself, macros, and text that a keyboard does not write (SCREEN-5). */
export const KeyMenu = ({ isDisabled, macros, ...on }: KeyMenuProps) => {
  const { t } = useTranslation()
  // Under a finger the keyboard is another button's sign.
  const isTouch = useTouch()
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
          <ul>
            {macros.map((macro) => (
              <MacroRow
                key={macro.name}
                macro={macro}
                onPlay={after(() => on.onMacro(macro))}
                onRemove={() => on.onRemove(macro.name)}
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
