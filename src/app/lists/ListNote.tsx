import { useTranslation } from "react-i18next"
import { LIST_MAX_ENTRIES } from "../../domain/values/limits.ts"
import type { ListState } from "../../domain/views/listState.ts"
import { connectionSign } from "../../domain/views/notices.ts"
import type { OddItem } from "../../domain/wire/items.ts"
import { useIsSilent, useView } from "../client/client.ts"
import { useNow } from "../client/clock.ts"
import { useFormat } from "../i18n/useFormat.ts"
import { Button } from "../ui/Button.tsx"
import { InlineNote } from "../ui/InlineNote.tsx"
import { Quoting } from "../ui/Quoting.tsx"
import { DoubledIds, Words } from "./DoubledNote.tsx"

const failureKeys = {
  connect: "connect",
  tooOften: "tooOftenLoading",
  unknown: "unknown",
  unreadable: "unreadable",
  wait: "wait",
} as const

interface Props {
  readonly list: ListState
  readonly tall?: boolean
  readonly onRetry: () => void
}

interface Unread {
  readonly unread: number
  readonly isFull?: boolean
  readonly odd: readonly OddItem[]
}

/** Reports the items of a list that were left out, and odd values of those that could not be read (CALL-2). */
export const UnreadNote = ({ unread, isFull = false, odd }: Unread) => {
  const { t } = useTranslation()
  const count = Math.max(unread, odd.length)
  if (count === 0) return null
  return (
    <div className="list-note">
      <InlineNote glyph="refused" title={t(isFull ? "devices.unread.full" : "devices.unread.title", { count })}>
        {odd.length > 0 && (
          <>
            <Words of={odd.map(({ item, field }) => (field === "" ? item : `${item} (${field})`))} />
            {". "}
          </>
        )}
        {isFull ? t("devices.unread.most", { most: LIST_MAX_ENTRIES }) : t("devices.unread.body")}
      </InlineNote>
    </div>
  )
}

/** The reason why a list is old or missing, and its unreadable items; nothing while all is well. */
export const ListNote = (props: Props) => (
  <>
    <FailureNote {...props} />
    <UnreadNote unread={props.list.unread} isFull={props.list.isFull} odd={props.list.odd} />
    <DoubledIds ids={props.list.doubled} />
  </>
)

/** `tall` when the note is in place of the list. */
const FailureNote = ({ list, tall = false, onRetry }: Props) => {
  const { t } = useTranslation()
  const format = useFormat()
  const now = useNow()
  const connection = useView(connectionSign)
  const away = connection !== "online"
  const isSilent = useIsSilent()
  const { failure, httpStatus, readAt, status, waitsUntil } = list
  if (!away && isSilent && failure === null && status === "loading")
    return (
      <div className={tall ? undefined : "list-note"}>
        <InlineNote tall={tall} glyph="pending" title={t("layout.connection.announceSilent")} />
      </div>
    )
  if (failure === null && !(away && status === "loading")) return null
  /* Another notice reports a lost connection for the whole page. The known items stay on screen. */
  if (away && readAt !== null) return null
  const notice =
    connection === "unreadable"
      ? "common.error.unreadable"
      : connection === "unreachable"
        ? "layout.banner.unreachable"
        : "layout.banner.offline"
  const plain = t(failure === null ? notice : `common.error.${failureKeys[failure]}`)
  const reason =
    waitsUntil !== null && waitsUntil > now
      ? t("common.error.waitUntil", { time: format.moment(waitsUntil, now) })
      : plain
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
      >
        {httpStatus !== null && t("common.error.httpStatus", { status: httpStatus })}
      </InlineNote>
    </div>
  )
}
