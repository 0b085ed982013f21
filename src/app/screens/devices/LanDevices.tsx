import { useId } from "react"
import { useTranslation } from "react-i18next"
import { useDeployment } from "../../client/client.ts"
import { InlineNote } from "../../ui/InlineNote.tsx"

/** What stands on the network of this computer can be seen through the desktop app only. */
export const LanDevices = () => {
  const { t } = useTranslation()
  const title = useId()
  const { releasesUrl } = useDeployment()
  return (
    <section className="sec" aria-labelledby={title}>
      <div className="sec-head">
        <div className="grow">
          <h2 id={title}>{t("devices.lan.title")}</h2>
        </div>
      </div>
      <InlineNote
        glyph="info"
        title={t("devices.lan.needsBridge")}
        action={
          releasesUrl !== null && (
            <a className="btn" href={releasesUrl} target="_blank" rel="noreferrer">
              {t("devices.notice.getApp")}
            </a>
          )
        }
      >
        {t("devices.lan.needsBridgeBody")}
      </InlineNote>
    </section>
  )
}
