import { useId } from "react"
import { Button } from "react-aria-components/Button"
import { useTranslation } from "react-i18next"
import { recentMacs } from "../../domain/features/recentMacs/feature.ts"
import type { State } from "../../domain/product/state.ts"
import { useView } from "../client/client.ts"

const recent = ({ wakes, session }: State) => recentMacs(wakes, session.current?.account ?? null)

/** WAKE-4: the MAC addresses used last, at one press in the field. */
export const RecentMacs = ({ onPick }: { readonly onPick: (mac: string) => void }) => {
  const { t } = useTranslation()
  const title = useId()
  const macs = useView(recent) ?? []
  if (macs.length === 0) return null
  return (
    <div className="tag-group">
      <p className="label" id={title}>
        {t("dialog.wake.recent")}
      </p>
      <ul className="tag-list" aria-labelledby={title}>
        {macs.map((mac) => (
          <li key={mac}>
            <Button className="chip mono" onPress={() => onPick(mac)}>
              <bdi dir="ltr">{mac}</bdi>
            </Button>
          </li>
        ))}
      </ul>
    </div>
  )
}
