import { Mono } from "../../ui/Mono.tsx"

/** A device among several: its name, and what tells it from another one of that name. */
export interface NamedDevice {
  readonly name: string
  readonly apart: string | null
}

/** The same as words, for a label or a summary. */
export const calledOf = ({ name, apart }: NamedDevice): string => (apart === null ? name : `${name} ${apart}`)

export const Named = ({ device: { name, apart } }: { readonly device: NamedDevice }) => (
  <span className="named">
    <bdi className="cut" title={name}>
      {name}
    </bdi>
    {apart !== null && <Mono>{apart}</Mono>}
  </span>
)
