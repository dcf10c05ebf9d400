/** Verbs that begin the subject of a commit, in the imperative. Add one where it is missing. */
export const verbs = new Set(
  `abort accept account adapt add adjust advise align allow annotate answer append apply ask assert attach avoid await batch begin bind
  boot bound break bring build bump cache call cancel carry catch check choose clarify clean clear close collapse collect combine compare
  compile complete compute connect convert copy correct count cover create cut cite damage classify debounce decide declare decode dedupe
  deduplicate defer define delete deny depend deprecate derive describe destroy detect disable discard document drain draw drop edit
  emit empty enable encode encrypt end enforce ensure escape evaluate exclude expand expect explain export expose extend extract
  factor fail fetch fill filter find finish fix flatten flush follow forbid force forget format forward fuzz gather generate get give go
  group guard halt hand handle hash help hide hold honour hoist ignore implement import improve include index infer inform inline insert
  inspect install instrument interpret invalidate invert invite isolate iterate join judge keep know label land lay lead leave let lift limit link
  lint list load lock log look lower make map mark match measure memoize mend merge migrate mirror mock move name narrow negotiate nest
  normalize note notice notify number observe offer omit open optimize order override pack parse pass pause pin place plan point
  poll populate port predict prefer prepare preserve prevent print probe profile promise propagate protect prove provide prune publish
  pull push put queue quote raise rank read rebuild record redirect reduce refactor refer refine refresh refuse register reject relate reload
  relax release remove rename render reorder repair repeat replace reply report require reset resolve respect respond rest restart restore
  restrict resume retain retry return reuse revert review revive reword rewrite rework rotate round route run salt sample save say schedule scope
  search see select send separate serialize serve set settle shape share ship shorten show shrink shut sign simplify skip slice slow sort
  spare specify speed spell split stabilize stand start state stay stop store stream strengthen strip stub submit suggest supply support
  survive suspend swallow swap sweep switch sync take tell terminate test throw throttle tidy tie tighten time tolerate track translate trap
  treat trim trust try turn type unify unlock unpack update upgrade use validate vary vendor verify wait walk warm warn watch widen
  wire wrap write yield`.split(/\s+/)
)
