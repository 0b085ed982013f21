import { useId } from "react"
import { useTranslation } from "react-i18next"
import { Link } from "react-router-dom"
import type { BridgeLink } from "../../../domain/features/bridge/feature.ts"
import type { State } from "../../../domain/product/state.ts"
import { targets } from "../../../domain/views/lan.ts"
import { useView } from "../../client/client.ts"
import { CopyButton } from "../../sharing/CopyButton.tsx"
import { GetApp } from "../../shell/GetApp.tsx"
import { Button } from "../../ui/Button.tsx"
import { Glyph } from "../../ui/Glyph.tsx"
import { Mono } from "../../ui/Mono.tsx"
import { Step } from "../../ui/Step.tsx"

const COMMAND = "npm run bridge"

const GetBridge = () => {
  const { t } = useTranslation()
  return (
    <>
      <p>{t("pages.network.none.getBody")}</p>
      <div className="row">
        <GetApp className="btn primary" />
        <CopyButton text={COMMAND}>
          <Mono>{COMMAND}</Mono>
        </CopyButton>
      </div>
    </>
  )
}

const storedTargets = (state: State) => targets(state).map(({ target }) => target)

const LastStep = () => {
  const { t } = useTranslation()
  const stored = useView(storedTargets) ?? []
  return (
    <Step n={3} title={t("pages.network.none.scan")} state="later">
      {stored.length > 0 && <p>{t("pages.network.none.kept", { n: stored.length })}</p>}
    </Step>
  )
}

const ToSettings = ({ className }: { readonly className: "btn" | "btn primary" }) => {
  const { t } = useTranslation()
  return (
    <div className="row">
      <Link className={className} to="/settings">
        {t("layout.settings")}
      </Link>
    </div>
  )
}

/** Without a program around this page, or with one that does not answer. */
const NoBridge = ({ isKnown }: { readonly isKnown: boolean }) => {
  const { t } = useTranslation()
  return (
    <>
      <Step n={1} title={t("pages.network.none.get")} state="now">
        <GetBridge />
      </Step>
      <Step n={2} title={t("pages.network.none.pair")} state={isKnown ? "done" : "later"}>
        {!isKnown && (
          <>
            <p>{t("pages.network.none.pairBody")}</p>
            <ToSettings className="btn" />
          </>
        )}
      </Step>
      <LastStep />
    </>
  )
}

const Forbidden = () => {
  const { t } = useTranslation()
  return (
    <>
      <Step n={1} title={t("pages.network.forbidden.open")} state="now">
        <p>{t("pages.network.forbidden.openBody")}</p>
      </Step>
      <Step n={2} title={t("pages.network.forbidden.allow")} state="later" />
      <Step n={3} title={t("pages.network.forbidden.comeBack")} state="later">
        <div className="row">
          <Button variant="primary" onPress={() => location.reload()}>
            {t("common.action.reload")}
          </Button>
          <Link className="btn" to="/help-center">
            {t("layout.helpCenter")}
          </Link>
        </div>
      </Step>
    </>
  )
}

const Unpaired = () => {
  const { t } = useTranslation()
  return (
    <>
      <Step n={1} title={t("pages.network.unpaired.runs")} state="done" />
      <Step n={2} title={t("pages.network.unpaired.pair")} state="now">
        <p>{t("pages.network.unpaired.pairBody")}</p>
        <ToSettings className="btn primary" />
      </Step>
      <LastStep />
    </>
  )
}

const kindOf = (link: BridgeLink) =>
  link.state === "refused" ? (link.why === "permission" ? "forbidden" : "unpaired") : "none"

/** The sight line without a target. */
const Lookout = () => (
  <svg className="nolink" viewBox="0 0 360 64" aria-hidden="true">
    <circle className="a" cx="24" cy="32" r="21" />
    <path className="a" d="M46 32h68" />
    <circle className="dot" cx="118" cy="32" r="5" />
    <path className="gap" d="M128 32h64" />
    <path className="tk" d={Array.from({ length: 18 }, (_, index) => `M${210 + index * 8} 12v40`).join("")} />
  </svg>
)

/** The three steps to this network, each with its current state (DEVICE-8, BRIDGE-2, BRIDGE-4, BRIDGE-5). */
export const BridgeSteps = ({ link }: { readonly link: BridgeLink }) => {
  const { t } = useTranslation()
  const title = useId()
  const kind = kindOf(link)
  return (
    <section className="panelbig" aria-labelledby={title}>
      <div>
        <h2 id={title}>{t(`pages.network.${kind}.title`)}</h2>
        <p>{t(`pages.network.${kind}.body`)}</p>
        <ol className="steps">
          {kind === "none" && <NoBridge isKnown={link.state === "away"} />}
          {kind === "forbidden" && <Forbidden />}
          {kind === "unpaired" && <Unpaired />}
        </ol>
      </div>
      <div className="beside">
        <Lookout />
        {link.state === "away" && (
          <p className="why">
            <Glyph name="info" />
            <span>{t("pages.network.none.found")}</span>
          </p>
        )}
      </div>
    </section>
  )
}
