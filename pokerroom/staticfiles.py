"""Static files under names that change with their content, ES module imports included."""

from django.contrib.staticfiles.storage import ManifestStaticFilesStorage


class ModuleManifestStorage(ManifestStaticFilesStorage):
    """Django's manifest storage, which also rewrites `import … from "./x.js"` to the hashed name."""

    support_js_module_import_aggregation = True
