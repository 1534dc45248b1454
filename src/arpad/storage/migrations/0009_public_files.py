from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("storage", "0008_events_by_end"),
    ]

    operations = [
        migrations.AddField("listversion", "public_files", models.JSONField(default=dict)),
    ]
