import { createLook } from '../fetched/adopt-look.ts'
import look from './look.css?inline'

export const adoptLook = createLook(look)
