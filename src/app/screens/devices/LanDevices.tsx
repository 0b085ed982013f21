import { useId } from "react"
import { useTranslation } from "react-i18next"
import { Link } from "react-router-dom"
import { isOn, type SettingsState } from "../../../domain/features/settings/feature.ts"
import { answered } from "../../../domain/views/lan.ts"
import { useSend, useView } from "../../client/client.ts"
import { useFormat } from "../../i18n/useFormat.ts"
import { usePreference } from "../../preferences/usePreference.ts"
import { Glyph } from "../../ui/Glyph.tsx"
import { IconButton } from "../../ui/IconButton.tsx"
import { CloseIcon } from "../../ui/icons.ts"
import { LanCards } from "../network/LanCards.tsx"

const isWanted = (settings: SettingsState): boolean => isOn(settings, "networkNotice")

/** A browser alone sees nothing of the network around it: one line, until somebody has read it. */
const NeedsBridge = () => {
  const { t } = useTranslation()
  const send = useSend()
  return (
    <div className="line-note">
      <Glyph name="info" />
      <p className="cut" role="status" title={t("devices.lan.needsBridge")}>
        {t("devices.lan.needsBridge")}
      </p>
      <Link className="word" to="/devices/network">
        {t("devices.lan.howTo")}
      </Link>
      <IconButton
        icon={CloseIcon}
        label={t("common.action.dismiss")}
        small
        smallIcon
        onPress={() => send({ type: "SetPreference", key: "networkNotice", value: "false" })}
      />
    </div>
  )
}

/** DEVICE-1, LAN-7: devices of this network that are on no list of the account. */
export const LanDevices = () => {
  const { t } = useTranslation()
  const { number } = useFormat()
  const title = useId()
  const view = useView(answered)
  const wanted = usePreference(isWanted)
  const ids = view?.own ?? []
  const here = view?.here ?? false
  if (!here && !wanted) return null
  const isAlone = view !== undefined && !here
  return (
    <section className="sec" aria-labelledby={title}>
      {isAlone ? (
        <h2 id={title} className="vh">
          {t("devices.lan.title")}
        </h2>
      ) : (
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
      )}
      {isAlone && <NeedsBridge />}
      {here && ids.length === 0 && <p className="small muted">{t("devices.lan.none")}</p>}
      {ids.length > 0 && <LanCards ids={ids} label={t("devices.lan.title")} />}
    </section>
  )
}
