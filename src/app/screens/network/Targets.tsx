import type { TFunction } from "i18next"
import { useId, useState } from "react"
import { useTranslation } from "react-i18next"
import type { State } from "../../../domain/product/state.ts"
import { type LanTargetFault, lanTargetFault } from "../../../domain/values/lanTargetFault.ts"
import { suggestedTargets, type TargetView, targets } from "../../../domain/views/lan.ts"
import { useSend, useTab, useView, useViewOf } from "../../client/client.ts"
import { refusedKey } from "../../toasts/refused.ts"
import { useAsk } from "../../toasts/useAsk.ts"
import { useBackCloses } from "../../ui/BackCloses.tsx"
import { Button } from "../../ui/Button.tsx"
import { draftOf } from "../../ui/draft.ts"
import { Form } from "../../ui/Form.tsx"
import { Icon } from "../../ui/Icon.tsx"
import { IconButton } from "../../ui/IconButton.tsx"
import { CloseIcon, LanIcon, PlusIcon, RefreshIcon, SearchIcon } from "../../ui/icons.ts"
import { Mono } from "../../ui/Mono.tsx"
import { Quoting } from "../../ui/Quoting.tsx"
import { TextField } from "../../ui/TextField.tsx"

/** What is wrong and where, with something right to write instead (LAN-2). */
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

/** Whether this tab scans. A scan of another tab blocks no other, because that tab may have died. */
const isSearching = ({ lan: { scan } }: State, tab: string) => scan !== null && scan.end === null && scan.tab === tab

const TYPED = "target"

/** Back closes it, and keeps what was typed for the next time. */
const AddForm = ({ onClose }: { readonly onClose: () => void }) => {
  const { t } = useTranslation()
  const send = useSend()
  const [draft] = useState(() => draftOf("LAN target"))
  const [text, setText] = useState(draft.texts.get(TYPED) ?? "")
  const [error, setError] = useState<string | null>(null)
  useBackCloses(true, () => {
    draft.isKept = true
    onClose()
  })
  const change = (next: string) => {
    draft.texts.set(TYPED, next)
    setText(next)
    setError(null)
  }
  const add = () =>
    send(
      { type: "AddSubnet", text },
      (reason) => setError(reason === "invalidAddress" ? faultText(t, text) : t(refusedKey(reason))),
      () => change(""),
    )
  return (
    <Form className="addrow" onSubmit={add} answer={error}>
      <TextField
        label={t("pages.network.targets.field")}
        value={text}
        onChange={change}
        error={error === null ? undefined : <Quoting text={error} quoted={t("common.invalid.invalidAddress")} />}
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
  const { target } = view
  const word = wordOf(view)
  return (
    <li>
      <Icon of={LanIcon} small />
      <Mono className="cut">{target}</Mono>
      <span className="end dim num">{word !== null && ("n" in word ? t(word.key, { n: word.n }) : t(word.key))}</span>
      <IconButton
        icon={RefreshIcon}
        label={t("pages.network.targets.scanOne", { target })}
        small
        smallIcon
        isDisabled={isBusy}
        onPress={() => ask({ type: "Scan", targets: [target] })}
      />
      <IconButton
        icon={CloseIcon}
        label={t("pages.network.targets.remove", { target })}
        small
        smallIcon
        onPress={() => ask({ type: "RemoveSubnet", text: target })}
      />
    </li>
  )
}

/** Networks to begin with, at one press. */
const Suggestions = () => {
  const { t } = useTranslation()
  const ask = useAsk()
  const suggested = useView(suggestedTargets) ?? []
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

/** LAN-1: the stored targets, shown or hidden manual input, and the search of all of them. */
export const Targets = () => {
  const { t } = useTranslation()
  const title = useId()
  const ask = useAsk()
  const [isAdding, setAdding] = useState(false)
  const stored = useView(targets) ?? []
  const isBusy = useViewOf(isSearching, useTab() ?? "") ?? false
  const hosts = stored.reduce((sum, one) => sum + one.hosts, 0)
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
        <Suggestions />
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
        isDisabled={stored.length === 0}
        onPress={() => ask({ type: "Scan", targets: stored.map(({ target }) => target) })}
      >
        {t("common.action.scanNetwork")}
      </Button>
      {stored.length > 0 && <p className="small muted num">{t("pages.network.targets.hosts", { n: hosts })}</p>}
    </section>
  )
}
