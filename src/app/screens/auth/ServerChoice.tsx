import type { TFunction } from "i18next"
import { memo } from "react"
import { useTranslation } from "react-i18next"
import { completedServerUrl } from "../../../domain/values/serverUrl.ts"
import type { ServerUrlFault } from "../../../domain/values/serverUrlFault.ts"
import { InlineError } from "../../ui/InlineError.tsx"
import { Quoting } from "../../ui/Quoting.tsx"
import { SegmentedRadio } from "../../ui/SegmentedRadio.tsx"
import { TextField } from "../../ui/TextField.tsx"
import { isExposedAddress, type ServerProblems, type ServerTyped } from "./server.ts"

const detailOf = (t: TFunction, fault: ServerUrlFault): string =>
  fault === "port" ? t("pages.network.fault.port") : t(`auth.server.fault.${fault}`)

const UrlFault = ({ fault }: { readonly fault: ServerUrlFault | null }) => {
  const { t } = useTranslation()
  const said = t("common.invalid.invalidServerUrl")
  const text = fault === null ? said : t("pages.network.fault.said", { said, detail: detailOf(t, fault) })
  return <Quoting text={text} quoted={said} />
}

/** AUTH-2: the public cloud, or a private one at an address. */
export const ServerChoice = memo(
  ({
    typed,
    problems,
    onChange,
  }: {
    readonly typed: ServerTyped
    readonly problems: ServerProblems
    readonly onChange: (change: Partial<ServerTyped>) => void
  }) => {
    const { t } = useTranslation()
    const exposed = isExposedAddress(typed.serverUrl)
    const complete = () => {
      const serverUrl = completedServerUrl(typed.serverUrl)
      if (serverUrl !== null) onChange({ serverUrl })
    }
    return (
      <>
        <div className="field">
          <SegmentedRadio
            label={t("auth.server.label")}
            value={typed.serverType}
            onChange={(serverType) => onChange({ serverType })}
            options={[
              { value: "public", label: t("auth.server.public") },
              { value: "private", label: t("auth.server.private") },
            ]}
          />
          {problems.server && <InlineError text={t(problems.server)} />}
        </div>
        {typed.serverType === "private" && (
          <TextField
            label={t("common.field.serverUrl")}
            value={typed.serverUrl}
            onChange={(serverUrl) => onChange({ serverUrl })}
            inputMode="url"
            autoComplete="url"
            onLeave={complete}
            ltr
            hint={exposed ? undefined : t("auth.server.urlHint")}
            error={problems.url === undefined ? undefined : <UrlFault fault={problems.url} />}
            caution={exposed ? t("auth.server.exposed") : undefined}
          />
        )}
      </>
    )
  },
)
