import { Mono } from "../../ui/Mono.tsx"
import { Name } from "../../ui/Name.tsx"

/** A device among several: its name, and what distinguishes it from another one of that name. */
export interface DistinctName {
  readonly name: string
  readonly apart: string | null
}

/** The same as words, for a label or a summary. */
export const calledOf = ({ name, apart }: DistinctName): string => (apart === null ? name : `${name} ${apart}`)

export const Named = ({ device: { name, apart } }: { readonly device: DistinctName }) => (
  <span className="named">
    <Name of={name} className="cut" />
    {apart !== null && <Mono>{apart}</Mono>}
  </span>
)
