import fc from 'fast-check'

/**
 * Every property test draws its values from one seed, so that a run can be repeated and an unrelated
 * change never turns red. `node run.mjs test:properties` runs them under a new seed, which it prints.
 */
fc.configureGlobal({
  ...fc.readConfigureGlobal(),
  seed: Number(process.env.TILLGATE_PROPERTY_SEED ?? 1),
})
