import { useId } from "react"
import { useTranslation } from "react-i18next"
import { Link } from "react-router-dom"
import { answered } from "../../../domain/views/lan.ts"
import { useDeployment, useView } from "../../client/client.ts"
import { useFormat } from "../../i18n/useFormat.ts"
import { InlineNote } from "../../ui/InlineNote.tsx"
import { LanCards } from "../network/LanCards.tsx"

/** A browser alone sees nothing of the network around it. */
const NeedsBridge = () => {
  const { t } = useTranslation()
  const { releasesUrl } = useDeployment()
  return (
    <InlineNote
      glyph="info"
      title={t("devices.lan.needsBridge")}
      action={
        <>
          <Link className="btn" to="/devices/network">
            {t("devices.lan.howTo")}
          </Link>
          {releasesUrl !== null && (
            <a className="btn" href={releasesUrl} target="_blank" rel="noreferrer">
              {t("devices.notice.getApp")}
            </a>
          )}
        </>
      }
    >
      {t("devices.lan.needsBridgeBody")}
    </InlineNote>
  )
}

/** DEVICE-1, LAN-7: devices of this network that are on no list of the account. */
export const LanDevices = () => {
  const { t } = useTranslation()
  const { number } = useFormat()
  const title = useId()
  const view = useView(answered)
  const ids = view?.own ?? []
  const here = view?.here ?? false
  return (
    <section className="sec" aria-labelledby={title}>
      <div className="sec-head">
        <div className="grow">
          <h2 id={title}>{t("devices.lan.title")}</h2>
          {ids.length > 0 && <span className="note">{number(ids.length)}</span>}
        </div>
        {here && (
          <Link className="btn plain" to="/devices/network">
            {t("devices.lan.search")}
          </Link>
        )}
      </div>
      {view !== undefined && !here && <NeedsBridge />}
      {here && ids.length === 0 && <p className="small muted">{t("devices.lan.none")}</p>}
      {ids.length > 0 && <LanCards ids={ids} label={t("devices.lan.title")} />}
    </section>
  )
}
