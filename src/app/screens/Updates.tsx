import { useEffect } from "react"
import { useTranslation } from "react-i18next"
import { Link } from "react-router-dom"
import type { State } from "../../domain/product/state.ts"
import { type CampaignView, campaignHindrance, campaignView, outdated } from "../../domain/views/campaign.ts"
import { latestUnread } from "../../domain/views/firmware.ts"
import { useSend, useStart, useView } from "../client/client.ts"
import { KeptImage } from "../dialogs/firmware/KeptImage.tsx"
import { LeftOut } from "../dialogs/firmware/LeftOut.tsx"
import { Rules } from "../dialogs/firmware/Rules.tsx"
import { useOpenDialog } from "../dialogs/useOpenDialog.ts"
import { usePage } from "../focus/usePage.ts"
import { useOpening } from "../loading/useOpening.ts"
import { PhoneFoot } from "../shell/PhoneFoot.tsx"
import { ToDevices } from "../shell/ToDevices.tsx"
import { useLinkKnown } from "../shell/useLinkKnown.ts"
import { firmwareReason } from "../toasts/firmwareReasons.ts"
import { Button } from "../ui/Button.tsx"
import { EmptyState } from "../ui/EmptyState.tsx"
import { Glyph } from "../ui/Glyph.tsx"
import { UpdateIcon } from "../ui/icons.ts"
import { Mono } from "../ui/Mono.tsx"
import { Head } from "./updates/Head.tsx"
import { Rows } from "./updates/Rows.tsx"

const viewOf = (state: State) => ({
  ids: outdated(state),
  hindrance: campaignHindrance(state),
  unread: latestUnread(state),
})

/** Shown while no update runs: the devices that could be updated, or why none can. */
const NoCampaign = () => {
  const { t } = useTranslation()
  const open = useOpenDialog()
  const send = useSend()
  const view = useView(viewOf)
  if (view === undefined) return null
  const { ids, hindrance, unread } = view
  if (hindrance === "noBridge" || hindrance === "latestUnknown")
    return (
      <EmptyState
        title={t("pages.updates.none.title")}
        actions={
          hindrance === "noBridge" ? (
            <Link className="btn" to="/devices/network">
              {t("devices.lan.howTo")}
            </Link>
          ) : (
            <Button onPress={() => send({ type: "CheckFirmware" })}>{t("common.action.tryAgain")}</Button>
          )
        }
      >
        {firmwareReason(t, hindrance, unread)}
      </EmptyState>
    )
  if (ids.length === 0)
    return <EmptyState title={t("pages.updates.none.title")}>{t("pages.updates.none.allCurrent")}</EmptyState>
  return (
    <EmptyState
      title={t("pages.updates.none.able", { n: ids.length })}
      actions={
        <Button variant="primary" icon={UpdateIcon} onPress={() => open("batchFirmware", { among: ids })}>
          {t("common.action.updateFirmware")}
        </Button>
      }
    >
      {t("pages.updates.none.how")}
    </EmptyState>
  )
}

const Aside = ({ view }: { readonly view: CampaignView }) => {
  const { t } = useTranslation()
  const send = useSend()
  const { limit, atOnce, failures, left, ended, image } = view
  return (
    <aside className="stack-4" aria-label={t("pages.updates.rules.title")}>
      {(ended === null || left.length > 0) && (
        <div className="aside">
          {ended === null && (
            <section aria-label={t("pages.updates.rules.title")}>
              <h2>{t("pages.updates.rules.title")}</h2>
              <Rules
                limit={limit}
                atOnce={atOnce}
                least={failures + 1}
                onChange={(rules) => send({ type: "RuleCampaign", ...rules })}
              />
              {failures > 0 && (
                <p className="why">
                  <Glyph name="warning" />
                  <span>{t("pages.updates.rules.soFar", { n: failures, limit })}</span>
                </p>
              )}
            </section>
          )}
          {left.length > 0 && <LeftOut left={left} heading="h2" />}
        </div>
      )}
      <KeptImage image={image} />
      {ended === null && (
        <p className="why">
          <Glyph name="info" />
          <span>{t("pages.updates.reload")}</span>
        </p>
      )}
    </aside>
  )
}

/** True once the app knows what can be updated, or why nothing can. */
const useIsKnown = (): boolean => {
  const isLinkKnown = useLinkKnown()
  const hindrance = useView(campaignHindrance)
  return isLinkKnown && hindrance !== "latestUnknown"
}

/** FW-8: several devices are updated in turn. Shows pause, rules, and the outcome of each. */
export const Updates = () => {
  const { t } = useTranslation()
  const title = t("common.action.updateFirmware")
  usePage(title)
  const view = useView(campaignView)
  const send = useSend()
  const hasNone = view === null
  useEffect(() => {
    if (hasNone) send({ type: "CheckFirmware" })
  }, [hasNone, send])
  /* The page shows nothing that would change in a moment. The parts below it come together with the answer. */
  const isOpening = useOpening(useStart().phase !== "loading", useIsKnown() || !hasNone)
  return (
    <div className="page of-updates">
      <div className="page-head">
        <ToDevices />
        <h1>{title}</h1>
        {view !== undefined && view !== null && (
          <p className="sub">
            <Mono>{view.build}</Mono>
          </p>
        )}
      </div>
      {hasNone && !isOpening && <NoCampaign />}
      {view !== undefined && view !== null && (
        <div className="camp">
          <div>
            <Head view={view} />
            <Rows view={view} />
          </div>
          <Aside view={view} />
        </div>
      )}
      {!isOpening && <PhoneFoot />}
    </div>
  )
}
