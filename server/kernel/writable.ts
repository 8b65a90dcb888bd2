/** A row or record that is being made: its members may still be set. */
export type Writable<Row> = { -readonly [Name in keyof Row]: Row[Name] }
