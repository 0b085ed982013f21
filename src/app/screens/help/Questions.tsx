import { useTranslation } from "react-i18next"
import { useLocation } from "react-router-dom"
import type { State } from "../../../domain/product/state.ts"
import { osOf } from "../../../domain/values/os.ts"
import { useView } from "../../client/client.ts"
import { Fold, Folds } from "./Folds.tsx"

const everywhere = ["code", "connect", "lan", "outbox", "updates"] as const
const onLinux = ["media", "h264", "fonts", "sound"] as const

const osIn = ({ application }: State) => (application.initialised ? application.os : null)

/** What is to be seen, px. */
const PICTURE = { width: 960, height: 600 }

/** Fetched when its entry is opened. */
const Shot = ({ name, alt }: { readonly name: string; readonly alt: string }) => (
  <img className="shot" src={`/help/${name}.webp`} alt={alt} loading="lazy" {...PICTURE} />
)

/** How a page is paired, and what it then finds. */
const NetworkPictures = () => {
  const { t } = useTranslation()
  return (
    <>
      <Shot name="pairing" alt={t("pages.help.faqs.pairingPicture")} />
      <Shot name="network" alt={t("pages.help.faqs.lanPicture")} />
    </>
  )
}

/** HELP-2: what concerns every system, and what only Linux needs. The address may name the one to open. */
export const Questions = () => {
  const { t } = useTranslation()
  const { hash } = useLocation()
  /* The log says it of whom a replay shows; before it can be read, and where none can be written, the browser does. */
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
