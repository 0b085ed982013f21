import { useCallback, useId, useRef, useState } from "react"
import { Button as AriaButton } from "react-aria-components/Button"
import { useTranslation } from "react-i18next"
import type { State } from "../../domain/product/state.ts"
import { folded } from "../../domain/values/folded.ts"
import { TAGS_SUGGESTED } from "../../domain/values/limits.ts"
import { tagsInUse, tagsOnAny } from "../../domain/views/deviceTags.ts"
import { useView } from "../client/client.ts"
import { refusedKey } from "../toasts/refused.ts"
import { Button } from "../ui/Button.tsx"
import { Dialog } from "../ui/Dialog.tsx"
import { Form } from "../ui/Form.tsx"
import { Icon } from "../ui/Icon.tsx"
import { CloseIcon, PlusIcon } from "../ui/icons.ts"
import { TextField } from "../ui/TextField.tsx"
import { InlineError } from "./InlineError.tsx"
import { useSubmit } from "./useSubmit.ts"

/** One word with what a press on it does. */
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
              <bdi className="cut">{tag}</bdi>
              <Icon of={icon} small />
            </AriaButton>
          </li>
        ))}
      </ul>
    </div>
  )
}

/** What is typed, which words stand on the devices and which may, and how each is put on or taken off. */
const useTagging = (dids: readonly string[]) => {
  const { t } = useTranslation()
  const field = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState("")
  const on = useView(useCallback((state: State) => tagsOnAny(state, dids), [dids])) ?? []
  const inUse = useView(tagsInUse) ?? []
  const { submit, refused, forget } = useSubmit(() => setTyped(""))
  const wanted = folded(typed.trim())
  const suggested = inUse.filter((tag) => !on.includes(tag) && folded(tag).includes(wanted)).slice(0, TAGS_SUGGESTED)
  const error = refused === null ? undefined : t(refusedKey(refused))
  const isAboutField = refused === "tagEmpty" || refused === "tagTooLong" || refused === "invalidTag"
  const type = (text: string) => {
    setTyped(text)
    forget()
  }
  const change = (command: "TagDevices" | "UntagDevices", tag: string) => {
    submit({ type: command, dids, tag })
    // What was pressed goes away: the focus must not go with it.
    field.current?.focus()
  }
  return { field, typed, type, on, suggested, error, isAboutField, change }
}

/** The tags of one device or several (DEVICE-12): each press is kept at once, so there is nothing to save. */
export const TagsForm = ({
  title,
  dids,
  isOpen,
  onClose,
}: {
  readonly title: string
  readonly dids: readonly string[]
  readonly isOpen: boolean
  readonly onClose: () => void
}) => {
  const { t } = useTranslation()
  const form = useId()
  const { field, typed, type, on, suggested, error, isAboutField, change } = useTagging(dids)
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
      <Form id={form} onSubmit={() => change("TagDevices", typed)}>
        <TextField
          label={t("dialog.tags.field")}
          value={typed}
          onChange={type}
          autoFocus
          autoComplete="off"
          inputRef={field}
          error={isAboutField ? error : undefined}
          end={
            <Button variant="plain" type="submit">
              {t("common.action.add")}
            </Button>
          }
        />
      </Form>
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
      <InlineError text={isAboutField ? null : (error ?? null)} />
    </Dialog>
  )
}
