import { useRef, useState } from "react"
import { useTranslation } from "react-i18next"
import type { FlowFailure, FlowName, FlowStage } from "../../domain/features/flows/machines.ts"
import {
  type Code,
  type CodeInput,
  codeInput,
  codePasted,
  type InvalidCode,
  parseCode,
} from "../../domain/values/code.ts"
import { Button } from "../ui/Button.tsx"
import { CodeField } from "../ui/CodeField.tsx"
import type { FlowView } from "./useFlow.ts"

/** True for failures about the code itself. Their text is beside the code. */
export const isAboutCode = (failure: FlowFailure | null): boolean =>
  failure === "codeWrong" || failure === "codeExpired"

/** A six-digit code as typed, pasted or received by a link, its problem, and how to read it. */
export const useCode = (given = "") => {
  const [code, setCode] = useState(given)
  const [invalid, setInvalid] = useState<InvalidCode | null>(null)
  const put = ({ digits, problem }: CodeInput) => {
    setCode(digits)
    setInvalid(problem)
  }
  const read = (): Code | null => {
    const parsed = parseCode(code)
    setInvalid(parsed.ok ? null : parsed.reason)
    return parsed.ok ? parsed.value : null
  }
  return {
    code,
    problem: invalid === null ? null : (`common.invalid.${invalid}` as const),
    change: (text: string) => put(codeInput(code, text)),
    paste: (text: string): boolean => {
      const next = codePasted(code, text)
      if (next !== null) put(next)
      return next !== null
    },
    read,
  }
}

/** The field for a code that the server sent, with a button to send it again. */
export const CodeStep = ({
  flow: { stage, failure, failureText },
  typed,
  onResend,
}: {
  readonly flow: Pick<FlowStage, "stage"> & Pick<FlowView<FlowName>, "failure" | "failureText">
  readonly typed: ReturnType<typeof useCode>
  readonly onResend: () => void
}) => {
  const { t } = useTranslation()
  const step = useRef<HTMLDivElement>(null)
  /* The typed digits belong to the earlier code. */
  const resend = () => {
    typed.change("")
    step.current?.querySelector("input")?.focus()
    onResend()
  }
  const refused = isAboutCode(failure) && failureText !== null ? failureText : undefined
  return (
    <div ref={step} className="code-step">
      <CodeField
        label={t("common.field.code")}
        value={typed.code}
        onChange={typed.change}
        onPaste={typed.paste}
        autoFocus
        error={typed.problem === null ? refused : t(typed.problem)}
      />
      <Button variant="word" isPending={stage === "resending"} onPress={resend}>
        {t("common.action.resend")}
      </Button>
    </div>
  )
}
