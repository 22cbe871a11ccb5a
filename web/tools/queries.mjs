// What a style sheet may ask for: @media knows the viewer and the device, the room of a part is asked of its container.

/** What a viewer prefers and what the device is; no width, no height, no orientation. */
const MEDIA = /^(prefers-(reduced-motion|color-scheme|contrast)|forced-colors|(any-)?(pointer|hover))$/;

/** The steps of each container; src/styles/base.css says what they mean. */
const STEPS = {
  page: ['width 380px', 'width 560px', 'width 960px', 'width 1200px'],
  table: ['width 1200px', 'height 800px'],
  supply: ['width 560px'],
  side: ['width 560px'],
};

const features = (condition) => [...condition.matchAll(/\(([^()]+)\)/g)].map(([, feature]) => feature.trim());

function mediaFault(condition) {
  const asked = features(condition);
  const known = asked.every((feature) => MEDIA.test(feature.split(':')[0].trim()));
  return known && (asked.length > 0 || condition.trim() === 'print') ? '' : `@media${condition}: ask a container with @container`;
}

function containerFault(condition) {
  const name = condition.trim().split(/[\s(]/)[0];
  if (!STEPS[name]) return `@container${condition}: name one of ${Object.keys(STEPS).join(', ')}`;
  for (const feature of features(condition)) {
    const axis = /width|height/.exec(feature)?.[0];
    for (const size of feature.match(/[\d.]+[a-z]*/g) ?? [''])
      if (!STEPS[name].includes(`${axis} ${size}`)) return `@container${condition}: the steps of ${name} are ${STEPS[name].join(', ')}`;
  }
  return '';
}

/** What is wrong with the queries of a style sheet, as "LINE: words". */
export function queryFaults(css) {
  const bare = css.replace(/\/\*[^]*?\*\//g, (comment) => comment.replace(/[^\n]/g, ' '));
  return [...bare.matchAll(/@(media|container|custom-media)\b([^{;]*)/g)].flatMap(({ 1: rule, 2: condition, index }) => {
    const at = condition.trimEnd();
    const fault = rule === 'media' ? mediaFault(at) : rule === 'container' ? containerFault(at) : `@custom-media${at}: ask a container`;
    return fault ? [`${bare.slice(0, index).split('\n').length}: ${fault}`] : [];
  });
}
