/** Builds a message of big-endian numbers, as RFB uses them. */
export class ByteWriter {
  #bytes = new Uint8Array(64)
  #view = new DataView(this.#bytes.buffer)
  #length = 0

  #room(count: number): number {
    const at = this.#length
    this.#length += count
    if (this.#length > this.#bytes.byteLength) {
      const larger = new Uint8Array(Math.max(this.#length, 2 * this.#bytes.byteLength))
      larger.set(this.#bytes.subarray(0, at))
      this.#bytes = larger
      this.#view = new DataView(larger.buffer)
    }
    return at
  }

  u8(value: number): this {
    const at = this.#room(1)
    this.#view.setUint8(at, value)
    return this
  }

  u16(value: number): this {
    const at = this.#room(2)
    this.#view.setUint16(at, value)
    return this
  }

  u32(value: number): this {
    const at = this.#room(4)
    this.#view.setUint32(at, value)
    return this
  }

  i32(value: number): this {
    const at = this.#room(4)
    this.#view.setInt32(at, value)
    return this
  }

  bytes(bytes: Uint8Array): this {
    const at = this.#room(bytes.byteLength)
    this.#bytes.set(bytes, at)
    return this
  }

  /** Zero bytes for fields that the protocol leaves unused. */
  pad(count: number): this {
    this.#room(count)
    return this
  }

  done(): Uint8Array {
    return this.#bytes.slice(0, this.#length)
  }
}

export const viewOf = (bytes: Uint8Array): DataView => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
