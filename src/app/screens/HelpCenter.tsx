import credits from "virtual:credits"
import { type ReactNode, useId } from "react"
import { useTranslation } from "react-i18next"
import { useLocation } from "react-router-dom"
import type { State } from "../../domain/product/state.ts"
import { osOf } from "../../domain/values/os.ts"
import { useDeployment, useIsDeploymentKnown, useView } from "../client/client.ts"
import { useShowCommands } from "../client/commandView.ts"
import { usePage } from "../focus/usePage.ts"
import { useOpening } from "../loading/useOpening.ts"
import { Button } from "../ui/Button.tsx"
import { Icon } from "../ui/Icon.tsx"
import { KeyboardIcon, MailIcon, VideoIcon } from "../ui/icons.ts"
import { Mono } from "../ui/Mono.tsx"
import { Fold, Folds } from "./help/Folds.tsx"
import { Group, Row } from "./settings/Group.tsx"

/** In the order of the video links in the settings of the deployment. */
const tutorials = ["bind", "connect", "wake", "share", "mode", "firmware"] as const

/** HELP-1: six tutorials, each with its video where the deployment names one. */
const Tutorials = () => {
  const { t } = useTranslation()
  const { tutorialUrls } = useDeployment()
  return (
    <Folds>
      {tutorials.map((name, index) => {
        const video = tutorialUrls[index]
        return (
          <Fold key={name} title={t(`pages.help.tutorials.${name}`)}>
            <p>{t(`pages.help.tutorials.${name}Body`)}</p>
            {video === undefined ? (
              <p className="faint">{t("pages.help.tutorials.noVideo")}</p>
            ) : (
              <p>
                <a
                  className="link with-icon"
                  href={video}
                  target="_blank"
                  rel="noreferrer"
                  aria-label={t("pages.help.tutorials.watchOf", { title: t(`pages.help.tutorials.${name}`) })}
                >
                  <Icon of={VideoIcon} small />
                  {t("pages.help.tutorials.watch")}
                </a>
              </p>
            )}
          </Fold>
        )
      })}
    </Folds>
  )
}

const everywhere = ["code", "connect", "lan", "outbox", "updates"] as const
const onLinux = ["media", "h264", "fonts", "sound"] as const

const osIn = ({ application }: State) => (application.initialised ? application.os : null)

/** Size of each picture, px. */
const PICTURE = { width: 960, height: 600 }

/** Fetched when its entry is opened. */
const Shot = ({ name, alt }: { readonly name: string; readonly alt: string }) => (
  <img className="shot" src={`/help/${name}.webp`} alt={alt} loading="lazy" {...PICTURE} />
)

/** Pictures of pairing a page, and of the devices that it then finds. */
const NetworkPictures = () => {
  const { t } = useTranslation()
  return (
    <>
      <Shot name="pairing" alt={t("pages.help.faqs.pairingPicture")} />
      <Shot name="network" alt={t("pages.help.faqs.lanPicture")} />
    </>
  )
}

/** HELP-2: questions about every system, and those that only Linux needs. The address may name the one to open. */
const Questions = () => {
  const { t } = useTranslation()
  const { hash } = useLocation()
  /*
   * In a replay the log knows the system of its person. Before it can be read, or when none can be written, the browser
   * tells it.
   */
  const os = useView(osIn) ?? osOf(navigator.userAgent)
  const names = os === "linux" ? [...everywhere, ...onLinux] : everywhere
  return (
    <Folds>
      {names.map((name) => (
        <Fold key={name} id={`faq-${name}`} title={t(`pages.help.faqs.${name}`)} isOpen={hash === `#faq-${name}`}>
          <p>{t(`pages.help.faqs.${name}Body`)}</p>
          {name === "lan" && <NetworkPictures />}
        </Fold>
      ))}
    </Folds>
  )
}

/** HELP-3: every library that ships, with its version and licence. */
const Credits = () => {
  const { t } = useTranslation()
  return (
    <Folds>
      <Fold title={t("pages.help.creditsCount", { count: credits.length })}>
        <p>{t("pages.help.creditsBody")}</p>
        <ul className="credits">
          {credits.map(({ name, version, license }) => (
            <li key={`${name} ${version}`}>
              <bdi className="grow">{name}</bdi>
              <Mono className="faint">{version}</Mono>
              <bdi className="faint">{license}</bdi>
            </li>
          ))}
        </ul>
      </Fold>
    </Folds>
  )
}

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

/** The longest time that the answers wait for the settings of the deployment, ms. */
const KNOWN_WITHIN_MS = 10_000

/** HELP-1 to HELP-3 */
export const HelpCenter = () => {
  const { t } = useTranslation()
  usePage(t("pages.help.title"))
  /* The contact is above the rest and would push it down. */
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
