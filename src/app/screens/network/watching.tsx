import { type ComponentType, memo } from "react"
import { useViewOf } from "../../client/client.ts"
import { useGradualFill } from "../../ui/useGradualFill.ts"
import { lanDeviceShown, type Shown } from "./LanDevice.tsx"

/** Where a card or row is in its list. */
export interface At {
  /** From 1. */
  readonly position: number
  readonly of: number
  /** Whether Tab stops here and at what is inside. */
  readonly isStop: boolean
  /** The whole list. */
  readonly ids: readonly string[]
}

/** Watches one LAN device, so that a change of it renders one item. Until its frame comes, its space stays empty. */
export const watching = <More extends object>(
  className: "card" | "card wall" | "trow",
  Filled: ComponentType<Shown & At & More>,
) =>
  memo((props: { readonly id: string } & At & More) => {
    const { id, position, of } = props
    const shown = useViewOf(lanDeviceShown, id)
    const isFilled = useGradualFill(props)
    if (!shown) return null
    if (isFilled) return <Filled {...shown} {...props} />
    return <li className={className} data-lan-device={id} aria-posinset={position} aria-setsize={of} />
  })
