import type { ReactNode } from "react"
import { useTranslation } from "react-i18next"
import type { Doubled } from "../../domain/views/lan.ts"
import { InlineNote } from "../ui/InlineNote.tsx"
import { Mono } from "../ui/Mono.tsx"
import { Name } from "../ui/Name.tsx"

/** The most devices that one note names. */
const NAMED_MAX = 5

const Note = ({ title, children }: { readonly title: string; readonly children: ReactNode }) => (
  <div className="list-note">
    <InlineNote glyph="warning" title={title}>
      {children}
    </InlineNote>
  </div>
)

/** Ids and the like, in a row with commas. */
export const Words = ({ of }: { readonly of: readonly string[] }) =>
  of.map((word, index) => (
    <span key={word}>
      {index > 0 && ", "}
      <Mono>{word}</Mono>
    </span>
  ))

/** Reports several entries with one id in a list of the server. The list shows one of them (CALL-2). */
export const DoubledIds = ({ ids }: { readonly ids: readonly string[] }) => {
  const { t } = useTranslation()
  if (ids.length === 0) return null
  return (
    <Note title={t("devices.doubled.entries")}>
      <Words of={ids} />
      {". "}
      {t("devices.doubled.entriesBody")}
    </Note>
  )
}

/** Reports that several addresses of this network answer with one id (LAN-6). */
export const DoubledAddresses = ({ of }: { readonly of: readonly Doubled[] }) => {
  const { t } = useTranslation()
  if (of.length === 0) return null
  return (
    <Note title={t("devices.doubled.addresses")}>
      {of.slice(0, NAMED_MAX).map(({ did, name, addresses }) => (
        <span key={did}>
          <Name of={name} /> (<Words of={addresses} />
          {"). "}
        </span>
      ))}
      {t("devices.doubled.addressesBody")}
    </Note>
  )
}
