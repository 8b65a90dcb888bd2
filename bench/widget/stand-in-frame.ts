/**
 * A stand-in for the documents inside adyen-web's secured fields, which are not public: one input,
 * and the one answer of their conversation that the form waits for. It is far lighter than any real
 * one, so that the comparison errs in adyen-web's favour.
 */
export const STAND_IN_FRAME = `<!doctype html>
<html lang="de">
<meta charset="utf-8">
<title>Secured field</title>
<style>body{margin:0}input{border:0;width:100%;height:100%;font:16px sans-serif}</style>
<input autocomplete="off" inputmode="numeric">
<script>
addEventListener('message', ({ data, source, origin }) => {
  if (source !== parent || typeof data !== 'string') return
  const { fieldType, numKey } = JSON.parse(data)
  if (fieldType === undefined || numKey === undefined) return
  document.querySelector('input').ariaLabel = fieldType
  parent.postMessage(JSON.stringify({ action: 'config', fieldType, numKey }), origin)
})
</script>
</html>
`
