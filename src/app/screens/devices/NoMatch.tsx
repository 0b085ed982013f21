import { useTranslation } from "react-i18next"
import { Button } from "../../ui/Button.tsx"
import { EmptyState } from "../../ui/EmptyState.tsx"
import { useChosen } from "./filters.ts"
import type { Finding } from "./finding.ts"

/** Devices there are, but none like this: says what was asked for, and takes it back at one press. */
export const NoMatch = ({ finding }: { readonly finding: Finding }) => {
  const { t } = useTranslation()
  const chosen = useChosen({ ...finding, owners: finding.overview?.allOwners ?? [] })
  const filters = chosen.join(t("pages.account.subs.comma"))
  const search = finding.query.search.trim()
  return (
    <EmptyState
      title={t("devices.noMatch")}
      actions={
        <Button onPress={finding.clear}>
          {t(chosen.length === 0 ? "common.action.clearSearch" : "devices.find.clear")}
        </Button>
      }
    >
      {chosen.length === 0
        ? t("devices.find.noSearch", { search })
        : search === ""
          ? t("devices.find.noFilter", { filters })
          : t("devices.find.noBoth", { search, filters })}
    </EmptyState>
  )
}
