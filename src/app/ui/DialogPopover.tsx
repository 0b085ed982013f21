import { type ReactNode, useId } from "react"
import { Popover, type PopoverProps } from "react-aria-components/Popover"
import { BackCloses } from "./BackCloses.tsx"

interface DialogPopoverProps extends Pick<PopoverProps, "placement" | "offset"> {
  readonly label: string
  readonly className: string
  readonly children: ReactNode
}

/**
 * A popover that is the dialog itself, so that its hidden dismiss buttons are within the dialog too. The trigger would
 * give it the trigger's own words as a name, so it names itself.
 */
export const DialogPopover = ({ label, className, children, ...where }: DialogPopoverProps) => {
  const id = useId()
  return (
    <Popover className={className} aria-labelledby={id} {...where}>
      <BackCloses />
      <span id={id} hidden>
        {label}
      </span>
      {children}
    </Popover>
  )
}
