import { type ReactNode, useId } from "react"
import { useTranslation } from "react-i18next"
import { Button } from "../ui/Button.tsx"
import { Dialog } from "../ui/Dialog.tsx"
import { Keys } from "../ui/Keys.tsx"
import { groupTitle } from "./entries.ts"
import { capOf } from "./keys.ts"
import { type CommandGroup, commands, keyedCommands, keysOf, type Situation } from "./registry.ts"
import { usePaletteCaps, useSingleKeys } from "./useKeys.ts"

const Line = ({ what, children }: { readonly what: string; readonly children: ReactNode }) => (
  <div>
    <dt>{what}</dt>
    <dd>{children}</dd>
  </div>
)

const groups: readonly CommandGroup[] = ["go", "act", "look", "help"]

const Group = ({ title, children }: { readonly title: string; readonly children: ReactNode }) => {
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <h3 id={id}>{title}</h3>
      <dl className="shortcuts">{children}</dl>
    </section>
  )
}

/** Every key and what it does, from the registry. */
export const ShortcutsDialog = ({
  now,
  isOpen,
  onClose,
  onSettings,
}: {
  readonly now: Situation
  readonly isOpen: boolean
  readonly onClose: () => void
  readonly onSettings: () => void
}) => {
  const { t } = useTranslation()
  const caps = usePaletteCaps()
  const on = useSingleKeys()
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      wide
      title={t("layout.shortcuts.title")}
      actions={
        <>
          <Button onPress={onSettings}>{t("layout.settings")}</Button>
          <Button variant="primary" onPress={onClose}>
            {t("common.action.close")}
          </Button>
        </>
      }
    >
      <p>{t(on ? "layout.shortcuts.note" : "layout.shortcuts.off")}</p>
      <Group title={t("layout.shortcuts.everywhere")}>
        <Line what={t("layout.palette.title")}>
          <Keys caps={caps} together />
        </Line>
        <Line what={t("layout.shortcuts.close")}>
          <Keys caps={[t("layout.shortcuts.escape")]} />
        </Line>
      </Group>
      {on &&
        groups.map((group) => (
          <Group key={group} title={groupTitle(t, group)}>
            {keyedCommands
              .filter((name) => commands[name].group === group)
              .map((name) => (
                <Line key={name} what={commands[name].label(t, now)}>
                  <Keys caps={(keysOf(name) ?? []).map(capOf)} />
                </Line>
              ))}
          </Group>
        ))}
    </Dialog>
  )
}
