import { useId, useRef, useState } from "react"
import { Button as AriaButton } from "react-aria-components/Button"
import { useTranslation } from "react-i18next"
import { folded } from "../../domain/values/folded.ts"
import { TAGS_SUGGESTED } from "../../domain/values/limits.ts"
import { tagsInUse, tagsOnAny } from "../../domain/views/deviceTags.ts"
import { useView, useViewOf } from "../client/client.ts"
import { Button } from "../ui/Button.tsx"
import { Dialog } from "../ui/Dialog.tsx"
import { Form } from "../ui/Form.tsx"
import { Icon } from "../ui/Icon.tsx"
import { InlineError } from "../ui/InlineError.tsx"
import { CloseIcon, PlusIcon } from "../ui/icons.ts"
import { Name } from "../ui/Name.tsx"
import { TextField } from "../ui/TextField.tsx"
import { useAttempt } from "./useAttempt.ts"

/** A list of tags, each of them a button. */
const Chips = ({
  label,
  tags,
  icon,
  act,
  onPress,
}: {
  readonly label: string
  readonly tags: readonly string[]
  readonly icon: typeof PlusIcon
  readonly act: (tag: string) => string
  readonly onPress: (tag: string) => void
}) => {
  const title = useId()
  return (
    <div className="tag-group">
      <p className="label" id={title}>
        {label}
      </p>
      <ul className="tag-list" aria-labelledby={title}>
        {tags.map((tag) => (
          <li key={tag}>
            <AriaButton className="chip" aria-label={act(tag)} onPress={() => onPress(tag)}>
              <Name of={tag} className="cut" />
              <Icon of={icon} small />
            </AriaButton>
          </li>
        ))}
      </ul>
    </div>
  )
}

interface Change {
  readonly type: "TagDevices" | "UntagDevices"
  readonly tag: string
  /** The text of the field at the time of the change. */
  readonly typed: string
}

/** Sends one change after the other, however fast a person makes them. After a refusal the person decides. */
const useChanges = (dids: readonly string[], onKept: (change: Change) => void) => {
  const underWay = useRef<Change | null>(null)
  const later = useRef<readonly Change[]>([])
  const { attempt, isBusy, ...rest } = useAttempt(() => {
    if (underWay.current !== null) onKept(underWay.current)
    const [next, ...others] = later.current
    later.current = others
    if (next !== undefined) ask(next)
  })
  const ask = (change: Change) => {
    underWay.current = change
    attempt({ type: change.type, dids, tag: change.tag })
  }
  const change = (wanted: Change) => {
    if (!isBusy()) {
      later.current = []
      return ask(wanted)
    }
    const last = later.current.at(-1) ?? underWay.current
    // Enter pressed twice counts once.
    if (last?.type !== wanted.type || last.tag !== wanted.tag) later.current = [...later.current, wanted]
  }
  return { change, ...rest }
}

/** The typed text, the tags on the devices, the suggested tags, and the changes of tags. */
const useTagging = (dids: readonly string[]) => {
  const field = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState("")
  const on = useViewOf(tagsOnAny, dids) ?? []
  const inUse = useView(tagsInUse) ?? []
  const { change, refused, why, forget } = useChanges(dids, (kept) => {
    // Text that was typed meanwhile belongs to the next tag. Removing a tag has nothing to do with the typed text.
    if (kept.type === "TagDevices") setTyped((now) => (now === kept.typed ? "" : now))
  })
  const wanted = folded(typed.trim())
  const suggested = inUse.filter((tag) => !on.includes(tag) && folded(tag).includes(wanted)).slice(0, TAGS_SUGGESTED)
  const isAboutField = refused === "tagEmpty" || refused === "tagTooLong" || refused === "invalidTag"
  const type = (text: string) => {
    setTyped(text)
    forget()
  }
  const ask = (command: Change["type"], tag: string) => {
    change({ type: command, tag, typed })
    // The pressed control disappears. The focus must not disappear with it.
    field.current?.focus()
  }
  return { field, typed, type, on, suggested, why, isAboutField, change: ask }
}

/** The field for a typed tag. */
const TagField = ({ tagging }: { readonly tagging: ReturnType<typeof useTagging> }) => {
  const { t } = useTranslation()
  const form = useId()
  const { field, typed, type, why, isAboutField, change } = tagging
  return (
    <Form id={form} onSubmit={() => change("TagDevices", typed)}>
      <TextField
        label={t("dialog.tags.field")}
        value={typed}
        onChange={type}
        autoFocus
        autoComplete="off"
        inputRef={field}
        error={isAboutField ? (why ?? undefined) : undefined}
        end={
          <Button variant="plain" type="submit">
            {t("common.action.add")}
          </Button>
        }
      />
    </Form>
  )
}

/** The tags of one device or several (DEVICE-12). Each press is stored at once, so there is no save button. */
export const TagsForm = ({
  title,
  dids,
  left = null,
  isOpen,
  onClose,
}: {
  readonly title: string
  readonly dids: readonly string[]
  /** The note that some of the chosen devices take no part. */
  readonly left?: string | null
  readonly isOpen: boolean
  readonly onClose: () => void
}) => {
  const { t } = useTranslation()
  const tagging = useTagging(dids)
  const { on, suggested, why, isAboutField, change } = tagging
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      title={title}
      actions={
        <Button variant="primary" onPress={onClose}>
          {t("common.action.done")}
        </Button>
      }
    >
      <p>{t("dialog.tags.body")}</p>
      {left !== null && <p role="status">{left}</p>}
      {dids.length === 0 ? <p role="status">{t("dialog.batch.noneLeft")}</p> : <TagField tagging={tagging} />}
      {on.length > 0 && (
        <Chips
          label={t("dialog.tags.on")}
          tags={on}
          icon={CloseIcon}
          act={(tag) => t("dialog.tags.remove", { tag })}
          onPress={(tag) => change("UntagDevices", tag)}
        />
      )}
      {suggested.length > 0 && (
        <Chips
          label={t("dialog.tags.suggested")}
          tags={suggested}
          icon={PlusIcon}
          act={(tag) => t("dialog.tags.use", { tag })}
          onPress={(tag) => change("TagDevices", tag)}
        />
      )}
      <InlineError text={isAboutField ? null : why} />
    </Dialog>
  )
}
