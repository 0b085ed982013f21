import type { ParseKeys } from "i18next"
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

/** The keys of one kind of list or of one page. The controls there listen to them, not the registry. */
interface KeyedControl {
  readonly what: ParseKeys
  readonly caps: readonly string[]
  readonly together?: true
}

interface KeyedPart {
  readonly title: ParseKeys
  /** Omitted while single keys are off. */
  readonly letters: readonly KeyedControl[]
  readonly always: readonly KeyedControl[]
}

const SHIFT = "Shift"

const usePart = (): readonly KeyedPart[] => {
  const { t } = useTranslation()
  const [ctrl] = usePaletteCaps()
  const escapeCap = t("layout.shortcuts.escape")
  return [
    {
      title: "layout.shortcuts.inList",
      letters: [
        { what: "devices.page.next", caps: ["J"] },
        { what: "devices.page.previous", caps: ["K"] },
        { what: "devices.selection.select", caps: ["X"] },
        { what: "common.action.connect", caps: ["C"] },
        { what: "common.action.wake", caps: ["W"] },
        { what: "layout.shortcuts.menu", caps: ["M"] },
      ],
      always: [
        { what: "devices.page.next", caps: ["↓"] },
        { what: "devices.page.previous", caps: ["↑"] },
        { what: "common.action.open", caps: ["Enter"] },
        { what: "common.action.rename", caps: ["F2"] },
        { what: "layout.shortcuts.extend", caps: [SHIFT, "↓"], together: true },
        { what: "devices.selection.all", caps: [ctrl, "A"], together: true },
        { what: "devices.selection.clear", caps: [escapeCap] },
      ],
    },
    {
      title: "devices.viewer.title",
      letters: [],
      always: [{ what: "layout.shortcuts.giveBack", caps: [t("layout.shortcuts.ctrl"), "Alt", SHIFT], together: true }],
    },
    {
      title: "pages.log.title",
      letters: [],
      always: [
        { what: "pages.log.previous", caps: ["←"] },
        { what: "pages.log.next", caps: ["→"] },
        { what: "layout.shortcuts.tenEvents", caps: [SHIFT, "→"], together: true },
        { what: "layout.shortcuts.hour", caps: ["PgUp"] },
        { what: "pages.log.backToNow", caps: [escapeCap] },
      ],
    },
  ]
}

/** Every key and its effect: those of the registry, and those of the lists and pages that listen to keys themselves. */
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
  const parts = usePart()
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
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: keys scroll what has the focus, and the sheet is longer than most windows */}
      <section className="stack" tabIndex={0} aria-label={t("layout.shortcuts.title")}>
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
        {parts.map(({ title, letters, always }) => (
          <Group key={title} title={t(title)}>
            {[...(on ? letters : []), ...always].map(({ what, caps: keys, together = false }) => (
              <Line key={keys.join(" ")} what={t(what)}>
                <Keys caps={keys} together={together} />
              </Line>
            ))}
          </Group>
        ))}
      </section>
    </Dialog>
  )
}
