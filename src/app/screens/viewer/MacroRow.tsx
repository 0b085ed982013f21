import { useState } from "react"
import { Button as Key } from "react-aria-components/Button"
import { Input } from "react-aria-components/Input"
import { flushSync } from "react-dom"
import { useTranslation } from "react-i18next"
import { useBackCloses } from "../../ui/BackCloses.tsx"
import { Button } from "../../ui/Button.tsx"
import { draftOf } from "../../ui/draft.ts"
import { IconButton } from "../../ui/IconButton.tsx"
import { RemoveIcon, RenameIcon } from "../../ui/icons.ts"
import { Name } from "../../ui/Name.tsx"
import { captionsOf, MACRO_NAME_MAX_LENGTH, type Macro } from "../../viewer/macros.ts"
import { Caps } from "./Caps.tsx"

interface RowProps {
  readonly macro: Macro
  /** True when another macro has this name. */
  readonly isTaken: (name: string) => boolean
  readonly onPlay: () => void
  readonly onRename: (name: string) => void
  readonly onRemove: () => void
  /** The control that had the focus in this row is gone. */
  readonly onAnswered: () => void
}

const TYPED = "name"

/** The name field in place of the row. Back closes it, and keeps the typed text for the next time. */
const Renaming = ({ macro, isTaken, onRename, onEnd }: RowProps & { readonly onEnd: () => void }) => {
  const { t } = useTranslation()
  const [draft] = useState(() => draftOf(`macro ${macro.name}`))
  const [typed, setTyped] = useState(draft.texts.get(TYPED) ?? macro.name)
  useBackCloses(true, () => {
    draft.isKept = true
    onEnd()
  })
  const name = typed.trim()
  const isDoubled = name !== macro.name && isTaken(name)
  const save = () => {
    if (name === "" || isDoubled) return
    if (name !== macro.name) flushSync(() => onRename(name))
    onEnd()
  }
  return (
    <li className="mrow asks">
      <Input
        autoFocus
        className="vname"
        aria-label={t("devices.viewer.macro.name")}
        value={typed}
        maxLength={MACRO_NAME_MAX_LENGTH}
        onChange={({ target }) => {
          draft.texts.set(TYPED, target.value)
          setTyped(target.value)
        }}
        onKeyDown={(event) => {
          if (event.key !== "Enter") return
          // Otherwise this same key would press the button that gets the focus next.
          event.preventDefault()
          save()
        }}
      />
      <Button isDisabled={name === "" || isDoubled} onPress={save}>
        {t("common.action.save")}
      </Button>
      <p role="status">{isDoubled && t("devices.viewer.macro.taken")}</p>
    </li>
  )
}

/**
 * A macro of the key menu. A press sends it. The person can change its name in place, and remove it by a second press.
 */
export const MacroRow = (props: RowProps) => {
  const { macro, onPlay, onRemove, onAnswered } = props
  const { t } = useTranslation()
  const [asks, setAsks] = useState<"name" | "removal" | null>(null)
  const end = () => {
    flushSync(() => setAsks(null))
    onAnswered()
  }
  const remove = () => {
    flushSync(onRemove)
    onAnswered()
  }
  if (asks === "name") return <Renaming {...props} onEnd={end} />
  if (asks === "removal")
    return (
      <li className="mrow asks">
        <span>{t("devices.viewer.macro.sure")}</span>
        <Button autoFocus onPress={end}>
          {t("common.action.cancel")}
        </Button>
        <Button variant="danger" aria-label={t("devices.viewer.macro.remove", { name: macro.name })} onPress={remove}>
          {t("pages.account.subs.do.remove")}
        </Button>
      </li>
    )
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
        icon={RenameIcon}
        label={t("devices.viewer.macro.rename", { name: macro.name })}
        onPress={() => setAsks("name")}
      />
      <IconButton
        small
        icon={RemoveIcon}
        label={t("devices.viewer.macro.remove", { name: macro.name })}
        onPress={() => setAsks("removal")}
      />
    </li>
  )
}
