import { type ReactNode, useCallback, useState, useSyncExternalStore } from "react"
import { useTranslation } from "react-i18next"
import type { State } from "../../domain/product/state.ts"
import { clockAhead, connectionLoss } from "../../domain/views/notices.ts"
import { useView } from "../client/client.ts"
import { useNowSince } from "../client/clock.ts"
import { useFormat } from "../i18n/useFormat.ts"
import { applyUpdate, dismissUpdate, subscribeUpdate, type UpdateState, updateState } from "../pwa/serviceWorker.ts"
import { useAsk } from "../toasts/useAsk.ts"
import { Banner, BannerSlot } from "../ui/Banner.tsx"
import { Button } from "../ui/Button.tsx"
import { EngineBanners } from "./EngineBanners.tsx"
import { NativeBanners } from "./NativeBanners.tsx"
import { useRoom } from "./useRoom.ts"

/** The state of a waiting new version of the app, and how to start it or to put it off. */
const useUpdate = (): {
  readonly state: UpdateState
  readonly apply: () => void
  readonly dismiss: () => void
} => ({
  state: useSyncExternalStore(subscribeUpdate, updateState),
  apply: applyUpdate,
  dismiss: dismissUpdate,
})

const viewOf = (state: State) => ({ loss: connectionLoss(state), ...readingOf(state) })

const readingOf = ({ session, devices }: State) => ({
  server: session.current?.server ?? null,
  httpStatus: devices.read.httpStatus ?? null,
  readAt: session.current !== null && devices.account === session.current.account ? devices.read.at : null,
  refreshing: devices.read.requested,
})

const ConnectionBanner = () => {
  const { t } = useTranslation()
  const ask = useAsk()
  const format = useFormat()
  const view = useView(viewOf)
  const now = useNowSince(view?.readAt ?? null)
  if (view === undefined || view.loss === null) return null
  const { loss, server, httpStatus, readAt, refreshing } = view
  const tryNow = server !== null && (
    <Button isPending={refreshing} onPress={() => ask({ type: "Refresh", list: "devices", asked: true })}>
      {t("common.action.tryNow")}
    </Button>
  )
  if (loss === "unreachable")
    return (
      <Banner folds tone="bad" title={t("layout.banner.unreachable")} actions={tryNow}>
        {server !== null && t("layout.banner.unreachableNoTime", { server: new URL(server).host })}
      </Banner>
    )
  if (loss === "unreadable")
    return (
      <Banner
        folds
        tone="bad"
        title={
          httpStatus === null ? t("common.error.unreadable") : t("common.error.httpStatus", { status: httpStatus })
        }
        actions={tryNow}
      >
        {server !== null && t("layout.banner.unreadableBody", { server: new URL(server).host })}
      </Banner>
    )
  return (
    <Banner folds tone="warn" title={t("layout.banner.offline")} actions={tryNow}>
      {readAt === null
        ? t("layout.banner.offlineNoData")
        : t("layout.banner.offlineBody", { time: format.minute(readAt, now), ago: format.age(readAt, now) })}
    </Banner>
  )
}

/** DEVICE-5: explains that ages follow the server's clock, because the clock of this computer seems wrong. */
const ClockBanner = () => {
  const { t } = useTranslation()
  const format = useFormat()
  const ahead = useView(clockAhead) ?? null
  if (ahead === null) return null
  const duration = format.duration(Math.abs(ahead))
  return (
    <Banner folds tone="warn" title={t("layout.banner.clock")}>
      {t(ahead > 0 ? "layout.banner.clockAhead" : "layout.banner.clockBehind", { duration })}
    </Banner>
  )
}

/** Offers a new version, and never forces it (UX-2). */
const UpdateBanner = () => {
  const { t } = useTranslation()
  const { state, apply, dismiss } = useUpdate()
  if (state === "none") return null
  const [title, body] =
    state === "ready"
      ? [t("layout.banner.update"), t("layout.banner.updateBody")]
      : [t("layout.banner.updatedElsewhere"), null]
  return (
    <Banner
      tone="info"
      title={title}
      onDismiss={dismiss}
      actions={<Button onPress={apply}>{t("common.action.reload")}</Button>}
    >
      {body}
    </Banner>
  )
}

/** The foot of the window, which holds the banners. */
const Foot = ({ children }: { readonly children: ReactNode }) => {
  const room = useRoom<HTMLDivElement>("--foot")
  const [place, setPlace] = useState<HTMLElement | null>(null)
  const found = useCallback(
    (element: HTMLDivElement | null) => {
      room.current = element
      setPlace(element)
    },
    [room],
  )
  return (
    <div ref={found} className="banners">
      <BannerSlot value={place}>{children}</BannerSlot>
    </div>
  )
}

/** Banners about every page, the most serious first. A later one is on top, and moves no other (UX-5). */
export const Banners = () => (
  <Foot>
    <EngineBanners />
    <ConnectionBanner />
    <ClockBanner />
    <NativeBanners />
    <UpdateBanner />
  </Foot>
)

/** Banners for a person who is not signed in. The form itself says that it needs a connection. */
export const EntranceBanners = () => (
  <Foot>
    <EngineBanners />
    <UpdateBanner />
  </Foot>
)
