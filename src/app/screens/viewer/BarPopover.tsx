import { type ReactNode, type RefObject, use, useEffect, useRef } from "react"
import { Button } from "react-aria-components/Button"
import { DialogTrigger, OverlayTriggerStateContext } from "react-aria-components/Dialog"
import { DialogPopover } from "../../ui/DialogPopover.tsx"
import { Icon, type IconShape } from "../../ui/Icon.tsx"
import { DownIcon } from "../../ui/icons.ts"
import { isOnPicture, PictureKeysContext } from "./pictureKeys.ts"

/** Returns a handler that runs `act` once the popover has closed. */
type After = (act: () => void) => () => void

/**
 * Runs an act once the popover is gone; earlier, the popover would take the focus from the picture again. Then the
 * picture gets the keys if it had them when the popover opened, or if a press on it closed the popover. It gets them at
 * once, because the next key may follow within a frame.
 */
const OnceGone = ({ act }: { readonly act: RefObject<(() => void) | null> }) => {
  const { wereThere, giveBack } = use(PictureKeysContext)
  useEffect(() => {
    let isPictureWanted = false
    const pressed = (event: PointerEvent) => {
      const isInside = event.target instanceof Element && event.target.closest(".vpop") !== null
      isPictureWanted = !isInside && isOnPicture(event)
    }
    document.addEventListener("pointerdown", pressed, true)
    return () => {
      document.removeEventListener("pointerdown", pressed, true)
      const wanted = act.current
      act.current = null
      const isBack = wereThere() || isPictureWanted
      queueMicrotask(() => {
        wanted?.()
        if (isBack) giveBack()
      })
    }
  }, [act, wereThere, giveBack])
  return null
}

/** The distance from the button, whose bar ends 6 px below it, px. */
const OFFSET = 14

const Content = ({
  children,
  after,
}: {
  readonly children: (after: After) => ReactNode
  readonly after: (act: () => void) => void
}) => {
  const popover = use(OverlayTriggerStateContext)
  return (
    <div className="in">
      {children((wanted) => () => {
        after(wanted)
        popover?.close()
      })}
    </div>
  )
}

/** A popover of the viewer's bar. `children` receives a function that acts after the popover has closed. */
export const BarPopover = ({
  label,
  className,
  children,
}: {
  readonly label: string
  readonly className: string
  readonly children: (after: After) => ReactNode
}) => {
  const act = useRef<(() => void) | null>(null)
  return (
    <DialogPopover label={label} className={`pop vpop ${className}`} placement="bottom end" offset={OFFSET}>
      <OnceGone act={act} />
      <Content
        after={(wanted) => {
          act.current = wanted
        }}
      >
        {children}
      </Content>
    </DialogPopover>
  )
}

/** A button of the viewer's bar, and its popover. */
export const BarMenu = ({
  icon,
  label,
  text,
  className,
  isDisabled = false,
  children,
}: {
  readonly icon: IconShape
  readonly label: string
  /** Text beside the icon, where the bar has room. */
  readonly text?: string
  readonly className: string
  readonly isDisabled?: boolean
  readonly children: (after: After) => ReactNode
}) => (
  <DialogTrigger>
    <Button
      className="vbtn"
      aria-label={text === undefined || text === label ? label : `${label}: ${text}`}
      isDisabled={isDisabled}
      render={(props) => <button {...props} title={label} />}
    >
      <Icon of={icon} />
      {text !== undefined && (
        <>
          <bdi>{text}</bdi>
          <Icon of={DownIcon} />
        </>
      )}
    </Button>
    <BarPopover label={label} className={className}>
      {children}
    </BarPopover>
  </DialogTrigger>
)
