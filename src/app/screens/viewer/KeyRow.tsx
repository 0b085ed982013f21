import { useState } from "react"
import { Button } from "react-aria-components/Button"
import { ToggleButton } from "react-aria-components/ToggleButton"
import { useTranslation } from "react-i18next"
import { functionKeys, keysyms } from "../../viewer/keysyms.ts"
import type { Sticky } from "./useSticky.ts"

const modifiers = [
  ["Ctrl", keysyms.Control],
  ["Alt", keysyms.Alt],
  ["Win", keysyms.Meta],
] as const

const arrows = [
  ["←", "left", keysyms.ArrowLeft],
  ["↑", "up", keysyms.ArrowUp],
  ["↓", "down", keysyms.ArrowDown],
  ["→", "right", keysyms.ArrowRight],
] as const

/** The keys that phone keyboards lack. A modifier waits for the next key. The text field keeps the focus. */
export const KeyRow = ({ sticky }: { readonly sticky: Sticky }) => {
  const { t } = useTranslation()
  const [hasFunctions, setFunctions] = useState(false)
  const key = (caption: string, keysym: number, label = caption) => (
    <Button
      key={caption}
      className="vkey"
      preventFocusOnPress
      aria-label={label}
      data-text={caption}
      onPress={() => sticky.press(keysym)}
    />
  )
  return (
    <div className="vkeys" role="toolbar" aria-label={t("devices.viewer.keys.row")}>
      {hasFunctions && <div className="vkeyrow">{functionKeys.map(({ name, keysym }) => key(name, keysym))}</div>}
      <div className="vkeyrow">
        {key("Esc", keysyms.Escape)}
        {key("Tab", keysyms.Tab)}
        {modifiers.map(([caption, keysym]) => (
          <ToggleButton
            key={caption}
            className="vkey"
            preventFocusOnPress
            isSelected={sticky.held.includes(keysym)}
            onChange={() => sticky.toggle(keysym)}
            aria-label={caption}
            data-text={caption}
          />
        ))}
        {arrows.map(([caption, direction, keysym]) => key(caption, keysym, t(`devices.viewer.keys.${direction}`)))}
        <ToggleButton
          className="vkey"
          preventFocusOnPress
          isSelected={hasFunctions}
          onChange={setFunctions}
          aria-label={t("devices.viewer.keys.functions")}
          data-text="Fn"
        />
      </div>
    </div>
  )
}
