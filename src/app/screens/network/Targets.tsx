import type { TFunction } from "i18next"
import { type ClipboardEvent, useId, useState } from "react"
import { useTranslation } from "react-i18next"
import { type LanTargetFault, lanTargetFault } from "../../../domain/values/lanTargetFault.ts"
import { typedTargets } from "../../../domain/values/typedTargets.ts"
import { suggestedTargets, type TargetView, targets } from "../../../domain/views/lan.ts"
import { useSend, useView } from "../../client/client.ts"
import { refusedKey } from "../../toasts/refused.ts"
import { useAsk } from "../../toasts/useAsk.ts"
import { useBackCloses } from "../../ui/BackCloses.tsx"
import { Button } from "../../ui/Button.tsx"
import { draftOf } from "../../ui/draft.ts"
import { Form } from "../../ui/Form.tsx"
import { Glyph } from "../../ui/Glyph.tsx"
import { Icon } from "../../ui/Icon.tsx"
import { IconButton } from "../../ui/IconButton.tsx"
import { CloseIcon, LanIcon, PlusIcon, RefreshIcon, SearchIcon } from "../../ui/icons.ts"
import { Mono } from "../../ui/Mono.tsx"
import { Quoting } from "../../ui/Quoting.tsx"
import { TextField } from "../../ui/TextField.tsx"
import { useScan } from "./useScan.ts"

/** The fault and its place in the text, with a valid example (LAN-2). */
const detailOf = (t: TFunction, fault: LanTargetFault): string => {
  switch (fault.kind) {
    case "octetTooLarge":
    case "octetNotNumber":
    case "leadingZero":
      return t(`pages.network.fault.${fault.kind}`, { part: fault.part })
    case "port":
      return t("pages.network.fault.port")
    case "mask":
    case "range":
      return fault.instead === null
        ? t("pages.network.fault.example")
        : t("pages.network.fault.instead", { instead: fault.instead })
    case "empty":
      return t("pages.network.fault.example")
    default:
      return t(`pages.network.fault.${fault.kind}`)
  }
}

const faultText = (t: TFunction, text: string): string => {
  const fault = lanTargetFault(text)
  const said = t("common.invalid.invalidAddress")
  return fault === null ? said : t("pages.network.fault.said", { said, detail: detailOf(t, fault) })
}

/** The faults, one for each invalid entry. Only invalid entries of a list stay in the field. */
const Faults = ({ texts }: { readonly texts: readonly string[] }) => {
  const { t } = useTranslation()
  return texts.map((text, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: two entries may be alike, and none moves
    <span key={index} className="fault">
      {texts.length > 1 && <Mono>{text}</Mono>}
      <Quoting text={faultText(t, text)} quoted={t("common.invalid.invalidAddress")} />
    </span>
  ))
}

const TYPED = "target"

/** Back closes the form and keeps the typed text as a draft. */
const AddForm = ({ onClose }: { readonly onClose: () => void }) => {
  const { t } = useTranslation()
  const send = useSend()
  const [draft] = useState(() => draftOf("LAN target"))
  const [text, setText] = useState(draft.texts.get(TYPED) ?? "")
  const [error, setError] = useState<string | null>(null)
  const [wrong, setWrong] = useState<readonly string[]>([])
  useBackCloses(true, () => {
    draft.isKept = true
    onClose()
  })
  const type = (next: string) => {
    draft.texts.set(TYPED, next)
    setText(next)
  }
  const change = (next: string) => {
    type(next)
    setError(null)
    setWrong([])
  }
  const refuse = (bad: readonly string[]) => {
    type(bad.join(", "))
    setWrong(bad)
    setError(bad.map((one) => faultText(t, one)).join(" "))
  }
  const add = () => {
    const bad = typedTargets(text).flatMap((one) => (one.target === null ? [one.text] : []))
    send(
      { type: "AddSubnet", text },
      (reason) => (reason === "invalidAddress" ? refuse(bad) : setError(t(refusedKey(reason)))),
      // Text typed meanwhile is the next address.
      () => {
        if (draft.texts.get(TYPED) === text) change("")
      },
    )
  }
  /* A field of one line would drop line breaks and join two addresses. */
  const paste = (event: ClipboardEvent<HTMLInputElement>) => {
    const lines = event.clipboardData
      .getData("text")
      .split(/[\r\n]+/)
      .filter((line) => line.trim() !== "")
    if (lines.length < 2) return
    event.preventDefault()
    change([...(text.trim() === "" ? [] : [text]), ...lines].join(", "))
  }
  return (
    <Form className="addrow" onSubmit={add} answer={error}>
      <TextField
        label={t("pages.network.targets.field")}
        value={text}
        onChange={change}
        onPaste={paste}
        error={error === null ? undefined : wrong.length > 0 ? <Faults texts={wrong} /> : error}
        hint={t("pages.network.targets.hint")}
        placeholder="192.168.1.*"
        autoComplete="off"
        autoFocus
        ltr
        mono
      />
      <Button type="submit" icon={PlusIcon}>
        {t("common.action.add")}
      </Button>
    </Form>
  )
}

const wordOf = ({ state, found }: TargetView) => {
  if (state === "running") return { key: "pages.network.targets.running" } as const
  if (found > 0) return { key: "pages.network.scan.found", n: found } as const
  return state === "scanned" ? ({ key: "pages.network.targets.noAnswer" } as const) : null
}

const TargetRow = ({ view, isBusy }: { readonly view: TargetView; readonly isBusy: boolean }) => {
  const { t } = useTranslation()
  const ask = useAsk()
  const { target, refusal } = view
  const word = wordOf(view)
  /* A disabled button loses the focus, to the button beside it that removes the address. */
  const isRunning = isBusy && view.state === "running"
  return (
    <li className={refusal === null ? undefined : "bad"}>
      <Icon of={LanIcon} small />
      <Mono className="cut">{target}</Mono>
      <span className="end dim num">{word !== null && ("n" in word ? t(word.key, { n: word.n }) : t(word.key))}</span>
      <IconButton
        icon={RefreshIcon}
        label={t("pages.network.targets.scanOne", { target })}
        small
        smallIcon
        isPending={isRunning}
        isDisabled={(isBusy && !isRunning) || refusal !== null}
        onPress={() => ask({ type: "Scan", targets: [target] })}
      />
      <IconButton
        icon={CloseIcon}
        label={t("pages.network.targets.remove", { target })}
        small
        smallIcon
        onPress={() => ask({ type: "RemoveSubnet", text: target })}
      />
      {refusal !== null && (
        <p className="why">
          <Glyph name="refused" />
          <span>{t(refusal === "tooWide" ? "common.invalid.targetTooWide" : "common.invalid.invalidAddress")}</span>
        </p>
      )}
    </li>
  )
}

/** Buttons that add usual networks. */
const Suggestions = ({ suggested }: { readonly suggested: readonly string[] }) => {
  const { t } = useTranslation()
  const ask = useAsk()
  return (
    <div className="suggest">
      <p className="small muted">{t("pages.network.targets.none")}</p>
      <div className="row">
        {suggested.map((target) => (
          <Button
            key={target}
            aria-label={t("pages.network.targets.addOne", { target })}
            onPress={() => ask({ type: "AddSubnet", text: target })}
          >
            <Mono>{target}</Mono>
          </Button>
        ))}
      </div>
    </div>
  )
}

/** LAN-1: the stored targets, the manual input (shown on request), and the scan of all targets. */
export const Targets = () => {
  const { t } = useTranslation()
  const title = useId()
  const [isAdding, setAdding] = useState(false)
  const stored = useView(targets) ?? []
  const { label, isBusy, targets: wanted, scan } = useScan()
  const suggested = useView(suggestedTargets) ?? []
  const able = stored.filter(({ refusal }) => refusal === null)
  const hosts = able.reduce((sum, one) => sum + one.hosts, 0)
  return (
    <section className="stack-2" aria-labelledby={title}>
      <div className="target-head">
        <h2 id={title}>{t("pages.network.targets.title")}</h2>
        <Button variant="plain" aria-expanded={isAdding} onPress={() => setAdding((before) => !before)}>
          {t(isAdding ? "pages.network.targets.hideInput" : "common.action.addAddress")}
        </Button>
      </div>
      {isAdding && <AddForm onClose={() => setAdding(false)} />}
      {stored.length === 0 ? (
        <Suggestions suggested={suggested} />
      ) : (
        <ul className="panel lrows">
          {stored.map((view) => (
            <TargetRow key={view.target} view={view} isBusy={isBusy} />
          ))}
        </ul>
      )}
      <Button
        variant="primary"
        icon={SearchIcon}
        wide
        isPending={isBusy}
        isDisabled={wanted.length === 0}
        onPress={scan}
      >
        {label}
      </Button>
      {stored.length > 0 && <p className="small muted num">{t("pages.network.targets.hosts", { n: hosts })}</p>}
    </section>
  )
}
