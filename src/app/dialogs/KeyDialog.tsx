import { useId } from "react"
import { useTranslation } from "react-i18next"
import type { KeyQuestion } from "../../domain/features/deviceSession/keys.ts"
import { fingerprintWords } from "../../domain/values/fingerprintWords.ts"
import { useSend } from "../client/client.ts"
import { useFormat } from "../i18n/useFormat.ts"
import { Button } from "../ui/Button.tsx"
import { Dialog } from "../ui/Dialog.tsx"
import { Mono } from "../ui/Mono.tsx"
import "../look/deviceKey.css"

/** The words are English in every language: a device says them without knowing the reader's language. */
const Fingerprint = ({ label, of }: { readonly label: string; readonly of: string }) => {
  const heading = useId()
  return (
    <section className="devkey" aria-labelledby={heading}>
      <h3 id={heading}>{label}</h3>
      <p className="words" lang="en" dir="ltr">
        {fingerprintWords(of).join(" ")}
      </p>
      <Mono className="faint small">{of}</Mono>
    </section>
  )
}

/** Asks whether a device with another key than before is still the same device (SEC-5). Nothing was sent to it. */
export const KeyDialog = ({ question }: { readonly question: KeyQuestion }) => {
  const { t } = useTranslation()
  const { full } = useFormat()
  const send = useSend()
  const { id, name, known, offered, since } = question
  const decide = (isTrusted: boolean) => send({ type: "DecideAboutKey", id, offered, isTrusted })
  return (
    <Dialog
      isOpen
      alert
      wide
      onClose={() => decide(false)}
      title={t("dialog.key.title", { name })}
      actions={
        <>
          <Button variant="primary" onPress={() => decide(false)}>
            {t("dialog.key.leave")}
          </Button>
          <Button variant="danger" onPress={() => decide(true)}>
            {t("dialog.key.trust")}
          </Button>
        </>
      }
    >
      <p>{t("dialog.key.body", { name })}</p>
      <Fingerprint
        label={since === null ? t("dialog.key.knownAccount") : t("dialog.key.known", { date: full(since) })}
        of={known}
      />
      <Fingerprint label={t("dialog.key.offered")} of={offered} />
      <p>{t("dialog.key.meaning")}</p>
      <ul className="devkey-means">
        <li>{t("dialog.key.harmless")}</li>
        <li>{t("dialog.key.harmful")}</li>
      </ul>
      <p>{t("dialog.key.advice")}</p>
    </Dialog>
  )
}
