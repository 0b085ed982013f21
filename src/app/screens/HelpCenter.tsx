import { type ReactNode, useId } from "react"
import { useTranslation } from "react-i18next"
import type { State } from "../../domain/product/state.ts"
import { useDeployment, useEngineStatus, useView } from "../client/client.ts"
import { useShowCommands } from "../client/commandView.ts"
import { usePage } from "../focus/usePage.ts"
import { useOpening } from "../loading/useOpening.ts"
import { Button } from "../ui/Button.tsx"
import { Icon, type IconShape } from "../ui/Icon.tsx"
import { KeyboardIcon, MailIcon, VideoIcon } from "../ui/icons.ts"
import { Credits } from "./help/Credits.tsx"
import { Questions } from "./help/Questions.tsx"
import { Tutorials } from "./help/Tutorials.tsx"

const Group = ({ title, children }: { readonly title: string; readonly children: ReactNode }) => {
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {children}
    </section>
  )
}

const Contact = ({
  icon,
  title,
  body,
  href,
  word,
}: {
  readonly icon: IconShape
  readonly title: string
  readonly body: string
  readonly href: string
  readonly word: string
}) => (
  <div>
    <Icon of={icon} />
    <div className="t">
      <b>{title}</b>
      <p>{body}</p>
    </div>
    <a className="btn" href={href} {...(href.startsWith("http") ? { target: "_blank", rel: "noreferrer" } : {})}>
      <bdi>{word}</bdi>
    </a>
  </div>
)

const Contacts = () => {
  const { t } = useTranslation()
  const { supportEmail, videoChannelUrl } = useDeployment()
  if (supportEmail === null && videoChannelUrl === null) return null
  return (
    <Group title={t("pages.help.contact")}>
      <div className="panel rows">
        {supportEmail !== null && (
          <Contact
            icon={MailIcon}
            title={t("pages.help.support")}
            body={t("pages.help.supportBody")}
            href={`mailto:${supportEmail}`}
            word={supportEmail}
          />
        )}
        {videoChannelUrl !== null && (
          <Contact
            icon={VideoIcon}
            title={t("pages.help.videos")}
            body={t("pages.help.videosBody")}
            href={videoChannelUrl}
            word={t("common.action.open")}
          />
        )}
      </div>
    </Group>
  )
}

const Shortcuts = () => {
  const { t } = useTranslation()
  const show = useShowCommands()
  return (
    <Group title={t("layout.shortcuts.title")}>
      <div className="panel rows">
        <div>
          <Icon of={KeyboardIcon} />
          <div className="t">
            <b>{t("pages.help.shortcuts")}</b>
            <p>{t("pages.help.shortcutsBody")}</p>
          </div>
          <Button keyShortcuts="?" onPress={() => show("shortcuts")}>
            {t("common.action.show")}
          </Button>
        </div>
      </div>
    </Group>
  )
}

/** A page that is opened first comes before the engine; after this it shows what it has, ms. */
const KNOWN_WITHIN_MS = 10_000

const isSystemKnown = ({ application }: State): boolean => application.initialised

/** Whether contacts and system are known. The system is an event of the log: where none can be written, it stays unknown. */
const useIsKnown = (): boolean => {
  const { storage, outdated, failing } = useEngineStatus()
  return useView(isSystemKnown) === true || storage !== "ok" || outdated || failing
}

/** HELP-1 to HELP-3 */
export const HelpCenter = () => {
  const { t } = useTranslation()
  usePage(t("pages.help.title"))
  /* Contacts and the questions of a system would push the rest down. */
  const isOpening = useOpening(true, useIsKnown(), KNOWN_WITHIN_MS)
  return (
    <div className="page">
      <div className="page-head">
        <h1>{t("pages.help.title")}</h1>
      </div>
      {!isOpening && (
        <div className="groups">
          <Contacts />
          <Group title={t("pages.help.tutorials.title")}>
            <Tutorials />
          </Group>
          <Group title={t("pages.help.faq")}>
            <Questions />
          </Group>
          <Shortcuts />
          <Group title={t("pages.help.credits")}>
            <Credits />
          </Group>
        </div>
      )}
    </div>
  )
}
