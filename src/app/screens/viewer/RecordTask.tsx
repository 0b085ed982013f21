import { useState } from "react"
import { Input } from "react-aria-components/Input"
import { useTranslation } from "react-i18next"
import { useBackCloses } from "../../ui/BackCloses.tsx"
import { Button } from "../../ui/Button.tsx"
import { Icon } from "../../ui/Icon.tsx"
import { RecordIcon } from "../../ui/icons.ts"
import { captionOf } from "../../viewer/keysyms.ts"
import { MACRO_NAME_MAX_LENGTH, type Macro, STROKES_MAX } from "../../viewer/macros.ts"
import { Caps } from "./Caps.tsx"
import type { MacroRecording } from "./useRecording.ts"

/** The number of latest keys that the bar has room for. */
const STROKES_SHOWN = 3

/** Over the picture while a macro is recorded: its keys, its name, and how to save it. */
export const RecordTask = ({
  recording: { strokes, stop },
  onSave,
}: {
  readonly recording: MacroRecording
  readonly onSave: (macro: Macro) => void
}) => {
  const { t } = useTranslation()
  const [name, setName] = useState("")
  const end = () => {
    setName("")
    stop()
  }
  // A recording with strokes can be closed only by Discard.
  useBackCloses(strokes !== null, end, name === "" && (strokes ?? []).length === 0)
  if (strokes === null) return null
  const named = name.trim()
  const canSave = named !== "" && strokes.length > 0
  const save = () => {
    if (!canSave) return
    onSave({ name: named, strokes })
    end()
  }
  return (
    <section className="vtask vrec" aria-label={t("devices.viewer.macro.recording")}>
      <Icon of={RecordIcon} small />
      <div className="w">
        <b role="status">{t("devices.viewer.macro.recording")}</b>
        <span>
          {strokes.length >= STROKES_MAX
            ? t("devices.viewer.macro.full")
            : t("devices.viewer.macro.keys", { keys: strokes.length })}
        </span>
      </div>
      <div className="pressed">
        {strokes.slice(-STROKES_SHOWN).map((stroke, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the same keys may come twice
          <Caps key={index} of={stroke.map(captionOf)} />
        ))}
      </div>
      <Input
        className="vname"
        aria-label={t("devices.viewer.macro.name")}
        placeholder={t("devices.viewer.macro.name")}
        value={name}
        maxLength={MACRO_NAME_MAX_LENGTH}
        onChange={({ target }) => setName(target.value)}
        onKeyDown={({ key }) => {
          if (key === "Enter") save()
        }}
      />
      <Button onPress={end}>{t("devices.viewer.macro.discard")}</Button>
      <Button variant="primary" isDisabled={!canSave} onPress={save}>
        {t("common.action.save")}
      </Button>
    </section>
  )
}
