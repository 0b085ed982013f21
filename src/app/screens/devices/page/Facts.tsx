import type { ReactNode } from "react"
import type { DevicePage } from "../../../../domain/views/devicePage.ts"
import { useNow } from "../../../client/clock.ts"
import { useCopy } from "../../../clipboard/useCopy.ts"
import { useCardWords } from "../../../devices/cardWords.ts"
import { useOpenDialog } from "../../../dialogs/useOpenDialog.ts"
import { Button } from "../../../ui/Button.tsx"
import { IconButton } from "../../../ui/IconButton.tsx"
import { CheckIcon, CopyIcon } from "../../../ui/icons.ts"
import { Mono } from "../../../ui/Mono.tsx"
import { Name } from "../../../ui/Name.tsx"
import { Mode } from "../../network/ModeCell.tsx"

const Copy = ({ what, text }: { readonly what: string; readonly text: string }) => {
  const { t } = useCardWords()
  const { copied, copy } = useCopy()
  return (
    <>
      <IconButton
        icon={copied === "yes" ? CheckIcon : CopyIcon}
        label={t("devices.page.copy", { what })}
        small
        smallIcon
        onPress={() => copy(text)}
      />
      <span className="vh" role="status">
        {copied === "yes" && t("common.success.copied")}
        {copied === "failed" && t("common.error.copyFailed")}
      </span>
    </>
  )
}

export const Fact = ({
  name,
  children,
  copy,
}: {
  readonly name: string
  readonly children: ReactNode
  readonly copy?: string
}) => (
  <div>
    <dt>{name}</dt>
    <dd>
      {children}
      {copy !== undefined && <Copy what={name} text={copy} />}
    </dd>
  </div>
)

/** A fact with a button to copy it; null while it is unknown. */
export const Copied = ({ name, text }: { readonly name: string; readonly text: string | null }) => {
  const { t } = useCardWords()
  return (
    <Fact name={name} {...(text !== null && { copy: text })}>
      {text === null ? <span>{t("common.state.unknown")}</span> : <Mono title={text}>{text}</Mono>}
    </Fact>
  )
}

interface ChipsProps {
  readonly title: string
  readonly words: readonly string[]
  /** The actions for these facts. */
  readonly end?: ReactNode
}

const Chips = ({ title, words, end }: ChipsProps) => (
  <section className="dsec">
    <h3>
      {title}
      {end !== undefined && <span className="end">{end}</span>}
    </h3>
    <ul className="chips">
      {/* Who it is shared with is known a moment later: the line is there, and moves nothing. */}
      {words.length === 0 && <li className="chip">–</li>}
      {words.map((word) => (
        <li key={word} className="chip">
          <Name of={word} className="cut" />
        </li>
      ))}
    </ul>
  </section>
)

/** The facts of the device. Those that a person may need elsewhere have a button to copy them. */
export const Facts = ({ page: { card, owner, sharedWith } }: { readonly page: DevicePage }) => {
  const { t, format } = useCardWords()
  const now = useNow()
  const open = useOpenDialog()
  const assign = (
    <Button variant="word" onPress={() => open("batchAssign", { among: [card.did] })}>
      {t("common.action.assign")}
    </Button>
  )
  return (
    <>
      <section className="dsec">
        <h3>{t("devices.page.facts")}</h3>
        <dl className="facts">
          <Copied name={t("devices.page.fact.id")} text={card.did} />
          <Fact name={t("devices.page.fact.model")}>
            <bdi>{card.type}</bdi>
          </Fact>
          {card.hasFirmware && (
            <Copied name={t("devices.page.fact.firmware")} text={card.build === null ? null : String(card.build)} />
          )}
          {card.lan !== null && card.lan.address !== null && (
            <Copied name={t("devices.page.fact.address")} text={card.lan.address} />
          )}
          {card.lan !== null && (
            <Fact name={t("devices.viewer.mode")}>
              <Mode device={card.lan} />
            </Fact>
          )}
          <Fact name={t("devices.page.fact.computer")}>
            <span className="words">
              {t(card.hasBoundMac ? "devices.page.fact.bound" : "devices.page.fact.unbound")}
            </span>
          </Fact>
          <Fact name={t("devices.page.fact.lastSeen")}>
            <span title={card.lastSeen > 0 ? format.full(card.lastSeen) : undefined}>
              {card.lastSeen > 0 ? format.moment(card.lastSeen, now) : t("devices.card.neverSeen")}
            </span>
          </Fact>
          <Fact name={t("devices.page.fact.owner")}>
            <Name of={owner === "" ? t("common.state.unknown") : owner} />
          </Fact>
        </dl>
      </section>
      {sharedWith !== null && (
        <Chips title={t("devices.page.sharedWith")} words={sharedWith.map(({ name }) => name)} end={assign} />
      )}
      {card.tags.length > 0 && <Chips title={t("common.action.tags")} words={card.tags} />}
    </>
  )
}
