import { useId } from "react"
import { lanPage, type LanPage as Shown } from "../../../../domain/views/devicePage.ts"
import { useViewOf } from "../../../client/client.ts"
import { useNow } from "../../../client/clock.ts"
import { useCardWords } from "../../../devices/cardWords.ts"
import { FrameSection, shownOfLan } from "../../../devices/FramePicture.tsx"
import { useOpenDialog } from "../../../dialogs/useOpenDialog.ts"
import type { LoggedHistory } from "../../../log/useDeviceHistory.ts"
import { Glyph } from "../../../ui/Glyph.tsx"
import { ForwardIcon, UpdateIcon, WakeIcon } from "../../../ui/icons.ts"
import { Name } from "../../../ui/Name.tsx"
import { targetOf, useConnect } from "../../../viewer/useConnect.ts"
import { LanDeviceKind, useLanDeviceNews } from "../../network/LanDevice.tsx"
import { Mode } from "../../network/ModeCell.tsx"
import { type Act, ActButton, updateReasons, Why } from "./Actions.tsx"
import { Copied, Fact } from "./Facts.tsx"
import { History } from "./History.tsx"

/** A device on a cable offers no wake, as in its menu (DEVICE-6). */
const useActs = ({ device, connect, update }: Shown): readonly Act[] => {
  const { t } = useCardWords()
  const open = useOpenDialog()
  const connectTo = useConnect()
  const about = { subject: device.id }
  const reason = connect && t(`devices.page.why.${connect}`)
  const wake: Act = {
    id: "wake",
    label: t("common.action.wake"),
    icon: WakeIcon,
    reason,
    run: () => open("wakeOverLan", about),
  }
  return [
    {
      id: "connect",
      label: t("common.action.connect"),
      icon: ForwardIcon,
      reason,
      run: () => connectTo(targetOf(device)),
    },
    ...(device.kind === "lan" ? [wake] : []),
    {
      id: "update",
      label: t("common.action.updateFirmware"),
      icon: UpdateIcon,
      reason: update && t(updateReasons[update]),
      run: () => open("firmware", about),
    },
  ]
}

const LanActions = ({ page }: { readonly page: Shown }) => {
  const why = useId()
  const acts = useActs(page)
  const news = useLanDeviceNews(page)
  return (
    <>
      <div className="dacts">
        {acts.map((act) => (
          <ActButton key={act.id} act={act} why={why} isFirst={act.id === "connect"} />
        ))}
      </div>
      <div className="doutcome">{news !== null && <div className="slot">{news}</div>}</div>
      <Why id={why} of={acts.flatMap(({ reason }) => reason ?? [])} />
    </>
  )
}

const LanFacts = ({ page: { device, type } }: { readonly page: Shown }) => {
  const { t } = useCardWords()
  const { did, build, hasFirmware, address, hasBoundMac } = device
  return (
    <section className="dsec">
      <h3>{t("devices.page.facts")}</h3>
      <dl className="facts">
        <Copied name={t("devices.page.fact.id")} text={did} />
        <Fact name={t("devices.page.fact.model")}>
          <bdi>{type}</bdi>
        </Fact>
        {hasFirmware && <Copied name={t("devices.page.fact.firmware")} text={build === null ? null : String(build)} />}
        {address !== null && <Copied name={t("devices.page.fact.address")} text={address} />}
        <Fact name={t("devices.viewer.mode")}>
          <Mode device={device} />
        </Fact>
        <Fact name={t("devices.page.fact.computer")}>
          <span className="words">{t(hasBoundMac ? "devices.page.fact.bound" : "devices.page.fact.unbound")}</span>
        </Fact>
      </dl>
    </section>
  )
}

const LanState = ({ page: { device } }: { readonly page: Shown }) => {
  const { t, format } = useCardWords()
  const now = useNow()
  const isHere = device.known === "now"
  return (
    <p className="dstate">
      <Glyph name={isHere ? "online" : "lastKnown"} />
      <b>{t(isHere ? "devices.card.online" : "devices.card.wasOnline")}</b>
      <span>
        {isHere
          ? t("devices.lan.found", { age: format.age(device.foundAt, now) })
          : t("pages.network.answered.last", { age: format.age(device.reportedAt, now) })}
      </span>
      <span className="reach">
        <LanDeviceKind device={device} />
      </span>
    </p>
  )
}

/** The page of a device that is on no list of the account, from the facts of this network and the log (PICTURE-5). */
export const LanPage = ({
  did,
  title,
  history,
}: {
  readonly did: string
  readonly title: string
  readonly history: LoggedHistory
}) => {
  const { t } = useCardWords()
  const page = useViewOf(lanPage, did)
  if (page === undefined) return null
  if (page === null)
    return (
      <h2 id={title} className="dgone">
        {t("devices.page.gone")}
      </h2>
    )
  const { name } = page.device
  return (
    <>
      <div className="dname">
        <h2 id={title} title={name}>
          <Name of={name} />
        </h2>
      </div>
      <LanState page={page} />
      <FrameSection card={shownOfLan(page.device)} />
      <LanActions page={page} />
      <LanFacts page={page} />
      <History did={did} history={history} />
    </>
  )
}
