import { type RefObject, useRef, useState } from "react"
import { useTranslation } from "react-i18next"
import type { Pairing, PairingFailure } from "../../client/pairing.ts"
import { useCode } from "../../flows/CodeStep.tsx"
import { CONTENT_ID } from "../../focus/usePage.ts"
import { useFormat } from "../../i18n/useFormat.ts"
import { useBridge } from "../../shell/useBridge.ts"
import { Button } from "../../ui/Button.tsx"
import { CodeField } from "../../ui/CodeField.tsx"
import { Form } from "../../ui/Form.tsx"
import { InlineError } from "../../ui/InlineError.tsx"
import { Group, Row } from "./Group.tsx"
import { PairedOrigins } from "./PairedOrigins.tsx"
import type { OriginsView } from "./useOrigins.ts"

/** The text of a pairing failure, for the person who types the code. */
const useFailureText = () => {
  const { t } = useTranslation()
  const { duration } = useFormat()
  return ({ reason, waitMs, triesLeft }: PairingFailure): string => {
    if (reason === "away") return t("pages.settings.pairing.away")
    if (reason === "wait") return t("pages.settings.pairing.wait", { time: duration(waitMs) })
    if (reason === "noCode" || triesLeft === 0) return t("pages.settings.pairing.noCode")
    if (reason === "failed") return t("common.error.unknown")
    return triesLeft === null ? t("common.error.codeWrong") : t("pages.settings.pairing.wrong", { n: triesLeft })
  }
}

const CodeForm = ({
  pairing,
  holdsMs,
  onPaired,
}: {
  readonly pairing: Pairing
  readonly holdsMs: number
  readonly onPaired: () => void
}) => {
  const { t } = useTranslation()
  const { duration } = useFormat()
  const textOf = useFailureText()
  const typed = useCode()
  const [error, setError] = useState<string | null>(null)
  const [isPending, setPending] = useState(false)
  const submit = () => {
    if (isPending) return
    setError(null)
    const code = typed.read()
    if (code === null) return
    setPending(true)
    pairing.enter(code, onPaired, (failure) => {
      setPending(false)
      setError(textOf(failure))
    })
  }
  return (
    <Form className="stack" onSubmit={submit} answer={error}>
      <CodeField
        label={t("pages.settings.pairing.code")}
        value={typed.code}
        onChange={(text) => {
          typed.change(text)
          setError(null)
        }}
        onPaste={typed.paste}
        error={typed.problem === null ? (error ?? undefined) : t(typed.problem)}
        hint={t("pages.settings.pairing.hint", { time: duration(holdsMs) })}
        autoFocus
      />
      <div>
        <Button type="submit" variant="primary" isPending={isPending}>
          {t("common.action.connect")}
        </Button>
      </div>
    </Form>
  )
}

/** A code that the bridge shows. A new `turn` begins with an empty field. */
interface Shown {
  readonly holdsMs: number
  readonly turn: number
}

const usePairing = (pairing: Pairing | null, place: RefObject<HTMLDivElement | null>) => {
  const textOf = useFailureText()
  const [shown, setShown] = useState<Shown | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const [isPending, setPending] = useState(false)
  return {
    shown,
    failure,
    isPending,
    ask: () => {
      setPending(true)
      setFailure(null)
      pairing?.ask(
        (holdsMs) => {
          setPending(false)
          setShown((before) => ({ holdsMs, turn: (before?.turn ?? 0) + 1 }))
        },
        (why) => {
          setPending(false)
          setShown(null)
          setFailure(textOf(why))
        },
      )
    },
    // The field disappears with its text; the focus goes to the control that follows.
    close: () => {
      const hadFocus = place.current?.contains(document.activeElement) === true
      setShown(null)
      if (hadFocus) document.getElementById(CONTENT_ID)?.focus({ preventScroll: true })
    },
  }
}

/** The state of the bridge, and pairing by the code from its terminal (BRIDGE-4, BRIDGE-5). */
export const NativeSide = ({
  pairing,
  origins,
}: {
  readonly pairing: Pairing | null
  readonly origins: OriginsView
}) => {
  const { t } = useTranslation()
  const { full, isConnected } = useBridge()
  const place = useRef<HTMLDivElement>(null)
  const { shown, failure, isPending, ask, close } = usePairing(pairing, place)
  const mayPair = pairing !== null && !isConnected
  return (
    <Group title={t("layout.bridge.label")}>
      <Row title={t("pages.settings.pairing.title")} body={full}>
        {mayPair && (
          <Button isPending={isPending} onPress={ask}>
            {t("pages.settings.pairing.pair")}
          </Button>
        )}
      </Row>
      {mayPair && failure !== null && (
        <div>
          <InlineError text={failure} />
        </div>
      )}
      {mayPair && shown !== null && (
        <div ref={place}>
          <CodeForm key={shown.turn} pairing={pairing} holdsMs={shown.holdsMs} onPaired={close} />
        </div>
      )}
      {pairing !== null && <PairedOrigins pairing={pairing} origins={origins} />}
    </Group>
  )
}
