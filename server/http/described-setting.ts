import { Type } from 'typebox'
import { FIELD_KINDS, type SettingField } from '../../common/setting-field.ts'
import { mapOf, text, word } from './described-answer.ts'

const described = (description: string) =>
  Type.Optional(Type.Unsafe<object>({ type: 'object', description }))

/** How a setting is typed in a form, as answers tell it. */
export const settingField = Type.Unsafe<SettingField>(
  Type.Object({
    kind: word([...FIELD_KINDS]),
    name: text('For people.'),
    help: Type.Optional(text()),
    default: Type.Optional(
      text('What counts where nothing is set, in words. Absent: something has to be set.'),
    ),
    choices: Type.Optional(Type.Array(text())),
    choiceNames: Type.Optional(mapOf(text(), 'What people read for each choice.')),
    min: Type.Optional(Type.Integer()),
    max: Type.Optional(Type.Integer({ description: 'Of a number, or of the entries of records.' })),
    example: Type.Optional(text()),
    mayBeEmpty: Type.Optional(Type.Boolean({ description: 'Of a list: it needs no entry.' })),
    fixed: described('Of an object: further members, which are always these.'),
    members: described('Of an object: its members, described in the same way.'),
    key: described('Of a map: what its names are, described in the same way.'),
    value: described('Of a map: its values, described in the same way.'),
    record: described('Of a list whose order counts: each entry, in the same way.'),
    options: described('Of a value of one of several shapes: each of them, by a name.'),
    textsAt: Type.Optional(
      text('Where translations of its parts are, if other fields share them.'),
    ),
  }),
)
