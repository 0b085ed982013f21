import { useState } from "react"
import { useTranslation } from "react-i18next"
import type { EngineStatus } from "../../domain/client/log/engine.ts"
import type { State } from "../../domain/product/state.ts"
import { LOCK_LOOP } from "../../domain/values/loops.ts"
import { useEngineStatus, useSend, useStart, useView } from "../client/client.ts"
import { queueLack } from "../client/lack.ts"
import { useAsk } from "../toasts/useAsk.ts"
import { Banner } from "../ui/Banner.tsx"
import { Button } from "../ui/Button.tsx"
import { Ticks } from "../ui/Ticks.tsx"
import { UnkeptBanners } from "./UnkeptBanners.tsx"

/**
 * Saves the readable part of the log, begins a new one and reloads the page. Calls `onFailed` when that is impossible.
 */
const useNewLog = (onFailed: () => void): { readonly begin: () => void; readonly isPending: boolean } => {
  const start = useStart()
  const ask = useAsk()
  const [isPending, setPending] = useState(false)
  const done = () => location.reload()
  const failed = () => {
    setPending(false)
    onFailed()
  }
  const begin = () => {
    setPending(true)
    if (start.phase === "failed") {
      if (start.rescue === null) failed()
      else start.rescue.beginAgain(done, failed)
    } else ask({ type: "BeginNewLog" }, done, failed)
  }
  return { begin, isPending }
}

type Failure = Exclude<EngineStatus["storage"], "ok">

/**
 * The texts of each failure of the log. `erased` is a log that another tab replaced by a new one and that this tab
 * could not open again.
 */
const texts = {
  quota: ["layout.banner.storageFull", "layout.banner.storageFullBody"],
  blocked: ["layout.banner.storageBlocked", "layout.banner.storageBlockedBody"],
  unanswered: ["layout.banner.storageUnanswered", "layout.banner.storageUnansweredBody"],
  newer: ["layout.banner.newerLog", "layout.banner.newerLogBody"],
  deleted: ["layout.banner.storageDeleted", "layout.banner.storageDeletedBody"],
  erased: ["layout.banner.storageErased", "layout.banner.storageErasedBody"],
  unavailable: ["layout.banner.storageUnavailable", "layout.banner.storageUnavailableBody"],
  damaged: ["layout.banner.storageDamaged", "layout.banner.storageDamagedBody"],
  failed: ["layout.banner.storageFailed", "layout.banner.storageFailedBody"],
} as const satisfies Readonly<Record<Failure, readonly [string, string]>>

/** Failures after which a running tab continues automatically. */
const heals: ReadonlySet<Failure> = new Set<Failure>(["quota", "blocked", "unanswered", "unavailable", "failed"])
/** Failures in which the log can still be read, and so saved to a file. */
const readable: ReadonlySet<Failure> = new Set<Failure>(["quota", "failed"])
/** Failures in which the log itself is broken, so that no reload helps. */
const broken: ReadonlySet<Failure> = new Set<Failure>(["damaged", "failed"])

const FailureBanner = ({ failure }: { readonly failure: Failure }) => {
  const { t } = useTranslation()
  const start = useStart()
  const ask = useAsk()
  const [isAsking, setAsking] = useState(false)
  const [title, body] = texts[failure]
  if (isAsking) return <NewLogBanner onCancel={() => setAsking(false)} />
  const isRunning = start.phase === "ready"
  return (
    <Banner
      tone="bad"
      title={t(title)}
      actions={
        <>
          {isRunning && heals.has(failure) && <TryStorage />}
          {isRunning && readable.has(failure) && (
            <Button onPress={() => ask({ type: "ExportLog" })}>{t("pages.settings.export")}</Button>
          )}
          {broken.has(failure) && <Button onPress={() => setAsking(true)}>{t("common.action.beginNewLog")}</Button>}
          {!(isRunning && failure === "quota") && (
            <Button onPress={() => location.reload()}>{t("common.action.reload")}</Button>
          )}
        </>
      }
    >
      {t(body)}
    </Banner>
  )
}

/** Tries whether storage works again. Until it does the banner stays, which says enough. */
const TryStorage = () => {
  const { t } = useTranslation()
  const send = useSend()
  const [isPending, setPending] = useState(false)
  const settled = () => setPending(false)
  const attempt = () => {
    setPending(true)
    send({ type: "TryStorage" }, settled, settled)
  }
  return (
    <Button isPending={isPending} onPress={attempt}>
      {t("common.action.tryAgain")}
    </Button>
  )
}

/** Asks before the old log is erased. */
const NewLogBanner = ({ onCancel }: { readonly onCancel: () => void }) => {
  const { t } = useTranslation()
  const { begin, isPending } = useNewLog(onCancel)
  return (
    <Banner
      tone="bad"
      title={t("layout.banner.newLog")}
      actions={
        <>
          <Button variant="danger" isPending={isPending} onPress={begin}>
            {t("common.action.saveAndBegin")}
          </Button>
          <Button onPress={onCancel}>{t("common.action.cancel")}</Button>
        </>
      }
    >
      {t("layout.banner.newLogBody")}
    </Banner>
  )
}

const damageIn = ({ damage }: State) => damage

/** The lost parts of the log, shown until a person dismisses the banner (EVENT-7). */
const DamageBanner = () => {
  const { t } = useTranslation()
  const ask = useAsk()
  const damage = useView(damageIn)
  if (damage === undefined || damage === null) return null
  const { unread, odd, missing, actions, all, forgotten = 0 } = damage
  const dismiss = () => ask({ type: "DismissDamage" })
  const history = forgotten > 0 && t("layout.banner.historyGone")
  if (all)
    return (
      <Banner tone="warn" glyph="warning" title={t("layout.banner.logLost")} onDismiss={dismiss}>
        {t("layout.banner.logLostBody")} {history}
      </Banner>
    )
  const count = unread + odd + missing
  if (count === 0)
    return (
      <Banner tone="info" title={t("layout.banner.historyGone")} onDismiss={dismiss}>
        {t("layout.banner.historyGoneBody")}
      </Banner>
    )
  const mayLackActions = actions + missing > 0
  return (
    <Banner tone="warn" glyph="warning" title={t("layout.banner.damage")} onDismiss={dismiss}>
      {t("layout.banner.damageBody", { count })} {mayLackActions && t("layout.banner.damageActions")} {history}
    </Banner>
  )
}

/** Shown while a new release reads a long log for the first time. */
const RefoldBanner = () => {
  const { t } = useTranslation()
  const start = useStart()
  if (start.phase !== "loading" || start.folded === undefined) return null
  const title = t("layout.banner.refold")
  return (
    <Banner tone="info" title={title} actions={<Ticks percent={start.folded * 100} label={title} />}>
      {t("layout.banner.refoldBody")}
    </Banner>
  )
}

/** The faults that keep the engine from working as it should, and the remedies. */
export const EngineBanners = () => {
  const { t } = useTranslation()
  const { storage, outdated, secure, failing, failingLoops } = useEngineStatus()
  /* Only this failing loop has a text of its own, because it alone stops every tab. */
  const lost = failingLoops?.includes(LOCK_LOOP) ? "lockHangs" : "failing"
  const failure = outdated ? "newer" : storage
  const lack = queueLack()
  return (
    <>
      {failure === "ok" ? <UnkeptBanners /> : <FailureBanner failure={failure} />}
      {failing && (
        <Banner
          tone="warn"
          title={t(`layout.banner.${lost}`)}
          actions={<Button onPress={() => location.reload()}>{t("common.action.reload")}</Button>}
        >
          {t(`layout.banner.${lost}Body`)}
        </Banner>
      )}
      <RefoldBanner />
      <DamageBanner />
      {!secure && (
        <Banner tone="bad" glyph="warning" title={t(`layout.banner.${lack}`)}>
          {t(`layout.banner.${lack}Body`)}
        </Banner>
      )}
    </>
  )
}
