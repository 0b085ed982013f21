import { type ReactNode, useId } from "react"
import { useTranslation } from "react-i18next"
import { useDeployment, useIsDeploymentKnown } from "../client/client.ts"
import { useShowCommands } from "../client/commandView.ts"
import { usePage } from "../focus/usePage.ts"
import { useOpening } from "../loading/useOpening.ts"
import { Button } from "../ui/Button.tsx"
import { KeyboardIcon, MailIcon, VideoIcon } from "../ui/icons.ts"
import { Credits } from "./help/Credits.tsx"
import { Questions } from "./help/Questions.tsx"
import { Tutorials } from "./help/Tutorials.tsx"
import { Group, Row } from "./settings/Group.tsx"

const Chapter = ({ title, children }: { readonly title: string; readonly children: ReactNode }) => {
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {children}
    </section>
  )
}

const Contacts = () => {
  const { t } = useTranslation()
  const { supportEmail, videoChannelUrl } = useDeployment()
  if (supportEmail === null && videoChannelUrl === null) return null
  return (
    <Group title={t("pages.help.contact")}>
      {supportEmail !== null && (
        <Row icon={MailIcon} title={t("pages.help.support")} body={t("pages.help.supportBody")}>
          <a className="btn" href={`mailto:${supportEmail}`}>
            <bdi>{supportEmail}</bdi>
          </a>
        </Row>
      )}
      {videoChannelUrl !== null && (
        <Row icon={VideoIcon} title={t("pages.help.videos")} body={t("pages.help.videosBody")}>
          <a className="btn" href={videoChannelUrl} target="_blank" rel="noreferrer">
            {t("common.action.open")}
          </a>
        </Row>
      )}
    </Group>
  )
}

const Shortcuts = () => {
  const { t } = useTranslation()
  const show = useShowCommands()
  return (
    <Group title={t("layout.shortcuts.title")}>
      <Row icon={KeyboardIcon} title={t("pages.help.shortcuts")} body={t("pages.help.shortcutsBody")}>
        <Button keyShortcuts="?" onPress={() => show("shortcuts")}>
          {t("common.action.show")}
        </Button>
      </Row>
    </Group>
  )
}

/** The answers wait at most this long for the settings of the deployment, ms. */
const KNOWN_WITHIN_MS = 10_000

/** HELP-1 to HELP-3 */
export const HelpCenter = () => {
  const { t } = useTranslation()
  usePage(t("pages.help.title"))
  /* Whom to ask stands above the rest and would push it down. */
  const isOpening = useOpening(true, useIsDeploymentKnown(), KNOWN_WITHIN_MS)
  return (
    <div className="page">
      <div className="page-head">
        <h1>{t("pages.help.title")}</h1>
      </div>
      {!isOpening && (
        <div className="groups">
          <Contacts />
          <Chapter title={t("pages.help.tutorials.title")}>
            <Tutorials />
          </Chapter>
          <Chapter title={t("pages.help.faq")}>
            <Questions />
          </Chapter>
          <Shortcuts />
          <Chapter title={t("pages.help.credits")}>
            <Credits />
          </Chapter>
        </div>
      )}
    </div>
  )
}
