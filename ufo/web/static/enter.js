// Exchanges the link's secret, which stands behind "#" and was sent to nobody, for a cookie.
const said = document.getElementById("said");
const [, token, then] = location.hash.match(/^#([\w-]+)(\/.*)?$/) || [];
history.replaceState(null, "", "/enter");

if (token) {
  said.textContent = "One moment …";
  try {
    const answer = await fetch("/enter", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ token }),
    });
    const told = await answer.json();
    // Only a path of this page: "//host" would be another one.
    if (answer.ok) location.replace(/^\/(?!\/)[\w\-/]*$/.test(then || "") ? then : told.then);
    else said.textContent = told.error;
  } catch {
    said.textContent = "The page's server does not answer. Start it again with: ufo serve";
  }
}
