import { memo, useEffect } from "react"
import { useTranslation } from "react-i18next"
import { completedServerUrl } from "../../../domain/values/serverUrl.ts"
import { fetchFaultAhead, UrlFaultLater } from "../../flows/UrlFaultLater.tsx"
import { InlineError } from "../../ui/InlineError.tsx"
import { SegmentedRadio } from "../../ui/SegmentedRadio.tsx"
import { TextField } from "../../ui/TextField.tsx"
import { isExposedAddress, type ServerProblems, type ServerTyped } from "./server.ts"

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
    const isPrivate = typed.serverType === "private"
    useEffect(() => {
      if (isPrivate) fetchFaultAhead()
    }, [isPrivate])
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
        {isPrivate && (
          <TextField
            label={t("common.field.serverUrl")}
            value={typed.serverUrl}
            onChange={(serverUrl) => onChange({ serverUrl })}
            inputMode="url"
            autoComplete="url"
            onLeave={complete}
            ltr
            hint={exposed ? undefined : t("auth.server.urlHint")}
            error={problems.url === undefined ? undefined : <UrlFaultLater of={problems.url} />}
            caution={exposed ? t("auth.server.exposed") : undefined}
          />
        )}
      </>
    )
  },
)
