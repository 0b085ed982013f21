import { useTranslation } from "react-i18next"
import type { State } from "../../domain/product/state.ts"
import type { ListState } from "../../domain/views/listState.ts"
import { useView } from "../client/client.ts"
import { useNow } from "../client/clock.ts"
import { useFormat } from "../i18n/useFormat.ts"
import { Button } from "../ui/Button.tsx"
import { InlineNote } from "../ui/InlineNote.tsx"
import { Quoting } from "../ui/Quoting.tsx"

const connectionOf = ({ connection }: State) => connection.status

const failureKeys = { connect: "connect", tooOften: "tooOftenLoading", unknown: "unknown" } as const

/** Why a list is not fresh, or why there is none; nothing while all is well. `tall` when nothing else stands in its place. */
export const ListNote = ({
  list,
  tall = false,
  onRetry,
}: {
  readonly list: ListState
  readonly tall?: boolean
  readonly onRetry: () => void
}) => {
  const { t } = useTranslation()
  const format = useFormat()
  const now = useNow()
  const connection = useView(connectionOf)
  const away = connection !== "online"
  const { failure, readAt, status } = list
  if (failure === null && !(away && status === "loading")) return null
  /* A connection that is away is said for the whole page already; what is known stays on screen. */
  if (away && readAt !== null) return null
  const notice = connection === "unreachable" ? "layout.banner.unreachable" : "layout.banner.offline"
  const reason = t(failure === null ? notice : `common.error.${failureKeys[failure]}`)
  const title =
    readAt === null
      ? t("devices.failed.nothing", { reason })
      : t("devices.failed.lastKnown", { reason, time: format.minute(readAt, now) })
  return (
    <div className={tall ? undefined : "list-note"}>
      <InlineNote
        tall={tall}
        glyph={failure === null ? "offline" : "refused"}
        title={<Quoting text={title} quoted={reason} />}
        action={
          <Button isPending={list.refreshing} onPress={onRetry}>
            {t("common.action.tryAgain")}
          </Button>
        }
      />
    </div>
  )
}
